import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A token sent by mail, as stored: enough to recognise it, not enough to use it. */
export interface MailedToken {
  readonly _id: string
  /** SHA-256 of the token, in hex. */
  readonly sha256: string
  readonly expires_at: Date
}

export const hashMailedToken = (token: string): string => hash('sha256', token)

/** Creates a token. `token` is returned only here, for the mail. */
export function newMailedToken<About extends object>(about: About) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { record: { ...about, sha256: hashMailedToken(token) }, token }
}
