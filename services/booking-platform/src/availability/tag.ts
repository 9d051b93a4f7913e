import { createHash } from 'node:crypto'

/** Entity tag of what an answer tells, as opposed to when it was looked up. */
export const tagOf = (told: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 22)}"`
