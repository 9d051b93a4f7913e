import { z } from 'zod'
import type { Account } from '../connections/connection.ts'

const claims = z.object({ sub: z.string().min(1).max(255), email: z.string().max(320) })

/** The account that an ID token tells of; undefined where it does not. */
export function accountOf(idToken: string | null): Account | undefined {
  const [, payload = ''] = idToken?.split('.') ?? []
  try {
    const { sub, email } = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    return { subject: sub, email }
  } catch {
    return undefined
  }
}
