import { createHash } from 'node:crypto'

/** Entity tag of what an answer tells, as opposed to when it was looked up; weak, as it may be compressed. */
export const tagOf = (told: unknown): string =>
  `W/"${createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 22)}"`
