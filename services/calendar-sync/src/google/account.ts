import { z } from 'zod'

/** A Google account. */
export interface Account {
  /** Google's identifier of it, which never changes (OpenID Connect `sub`). */
  readonly subject: string
  readonly email: string
}

const claims = z.object({
  aud: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().max(320),
})

/**
 * Reads the account from an ID token; undefined if it is malformed or was issued to another client (OpenID Connect Core
 * §3.1.3.7).
 */
export function accountOf(idToken: string | null, clientId: string | undefined): Account | undefined {
  const [, payload = ''] = idToken?.split('.') ?? []
  try {
    const { aud, sub, email } = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    return aud === clientId ? { subject: sub, email } : undefined
  } catch {
    return undefined
  }
}
