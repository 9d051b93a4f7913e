import { z } from 'zod'
import { emailAddress } from '../text.ts'
import { knownPassword, newPassword } from './proof.ts'

export const passwordResetRequestSchema = z
  .strictObject({ email: emailAddress })
  .meta({ id: 'PasswordResetRequest' })

export const passwordResetConfirmSchema = z
  .strictObject({
    token: z.string().max(100).describe('From the link in the mail'),
    password: newPassword,
  })
  .meta({ id: 'PasswordResetConfirm' })

export const passwordChangeSchema = z
  .strictObject({
    current_password: knownPassword.describe('The one to be replaced'),
    new_password: newPassword,
  })
  .meta({ id: 'PasswordChange' })

export type PasswordResetRequest = z.infer<typeof passwordResetRequestSchema>
export type PasswordResetConfirm = z.infer<typeof passwordResetConfirmSchema>
export type PasswordChange = z.infer<typeof passwordChangeSchema>
