import { z } from 'zod'
import type { Account } from '../connections/connection.ts'

const claims = z.object({
  aud: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().max(320),
})

/**
 * The account that an ID token tells of; undefined where it does not, or was made for another client (OpenID Connect
 * Core §3.1.3.7).
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
