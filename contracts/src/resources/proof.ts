import { z } from 'zod'

/**
 * A new password: 12 to 128 characters of any kind, without further rules (OWASP ASVS 4.0.3, 2.1.1, 2.1.2 and 2.1.9).
 */
export const newPassword = z
  .string()
  .min(12)
  .max(128)
  .refine((value) => value.isWellFormed(), { error: 'must be valid Unicode' })
  .meta({ description: '12 to 128 characters of any kind' })

/** A password to compare: an impossible one is refused like a wrong one, after the same work. */
export const knownPassword = z.string().max(128).describe('The password as it is now')

/** A code of an authenticator app (RFC 6238): valid once, for a minute and a half at most. */
export const totp = z
  .string()
  .regex(/^\d{6}$/, { error: 'must be 6 digits' })
  .meta({ description: 'The 6 digits that the authenticator app shows' })

export const recoveryCode = z.string().max(64).meta({ description: 'One of the recovery codes: good once' })

/** The second factor in one of its forms. */
export interface SecondProof {
  readonly totp?: string
  readonly recovery_code?: string
}

/** Whether at most one form is given. */
export const isOneProof = ({ totp, recovery_code }: SecondProof): boolean =>
  totp === undefined || recovery_code === undefined

export const ONE_PROOF = {
  error: 'must not be sent together with totp',
  path: ['recovery_code'],
  params: { code: 'two_proofs' },
}
