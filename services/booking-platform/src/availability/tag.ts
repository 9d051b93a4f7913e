import { createHash } from 'node:crypto'

export const hashOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)

/**
 * Entity tag of the content of a response, regardless of when it was read. Weak, since the response may be
 * compressed.
 */
export const tagOf = (content: unknown): string => `W/"${hashOf(content)}"`
