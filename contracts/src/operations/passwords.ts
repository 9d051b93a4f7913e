import { defineOperation } from '../operation.ts'
import {
  passwordChangeSchema,
  passwordResetConfirmSchema,
  passwordResetRequestSchema,
} from '../resources/password.ts'

const common = {
  tag: 'Account',
  service: 'accounts',
  method: 'post',
  answer: null,
} as const

export const requestPasswordReset = defineOperation({
  ...common,
  scope: null,
  id: 'requestPasswordReset',
  path: '/account/password-reset',
  summary: 'Ask for a mail with a link to set a new password; answered the same where there is no account',
  body: passwordResetRequestSchema,
  hearsDevice: true,
  status: 202,
  errors: ['idempotency_mismatch'],
})

export const confirmPasswordReset = defineOperation({
  ...common,
  scope: null,
  id: 'confirmPasswordReset',
  path: '/account/password-reset/confirm',
  summary:
    'Set a new password by the token of a mail; ends every session and OAuth grant, a second factor stays on',
  body: passwordResetConfirmSchema,
  hearsDevice: true,
  status: 204,
  headers: ['Set-Cookie'],
  errors: ['not_found', 'idempotency_mismatch'],
})

export const changePassword = defineOperation({
  ...common,
  scope: 'account:self',
  id: 'changePassword',
  ownRepeats: true,
  path: '/account/password',
  summary: 'Change your own password; ends all your other sessions',
  body: passwordChangeSchema,
  status: 204,
  errors: ['invalid_proof', 'csrf_failed', 'idempotency_mismatch'],
})
