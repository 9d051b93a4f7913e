import { z } from 'zod'
import { havingOneOf } from '../having.ts'
import { isOneProof, knownPassword, ONE_PROOF, recoveryCode, totp } from './proof.ts'

export const secondFactorBeginSchema = z
  .strictObject({ password: knownPassword })
  .meta({ id: 'SecondFactorBegin' })

export const enrolmentSchema = z
  .object({
    secret: z.string().meta({ description: 'Base32, to be typed into an authenticator app; shown once' }),
    otpauth_url: z.string().meta({ description: 'The same as a QR code shows it' }),
  })
  .meta({ id: 'SecondFactorEnrolment' })

export const secondFactorConfirmSchema = z.strictObject({ totp }).meta({ id: 'SecondFactorConfirm' })

export const recoveryCodesSchema = z
  .object({
    recovery_codes: z
      .array(z.string())
      .meta({ description: 'Each is good for one use in place of a code; shown once' }),
  })
  .meta({ id: 'RecoveryCodes' })

export const secondFactorRemoveSchema = z
  .strictObject({
    password: knownPassword,
    totp: totp.exactOptional(),
    recovery_code: recoveryCode.exactOptional(),
  })
  .refine(isOneProof, ONE_PROOF)
  .refine(({ totp, recovery_code }) => totp !== undefined || recovery_code !== undefined, {
    error: 'must be sent, or recovery_code',
    path: ['totp'],
    params: { code: 'required' },
  })
  .meta({ id: 'SecondFactorRemove', ...havingOneOf('totp', 'recovery_code') })

export type SecondFactorRemove = z.infer<typeof secondFactorRemoveSchema>
