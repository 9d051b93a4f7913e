import { defineOperation } from '../operation.ts'
import {
  enrolmentSchema,
  recoveryCodesSchema,
  secondFactorBeginSchema,
  secondFactorConfirmSchema,
  secondFactorRemoveSchema,
} from '../resources/second-factor.ts'

const own = {
  tag: 'Account',
  service: 'accounts',
  scope: 'account:self',
} as const

export const beginSecondFactor = defineOperation({
  ...own,
  id: 'beginSecondFactor',
  ownRepeats: true,
  method: 'post',
  path: '/account/second-factor',
  summary: 'Begin to use an authenticator app (TOTP, RFC 6238); a beginning before it is void',
  body: secondFactorBeginSchema,
  status: 200,
  answer: enrolmentSchema,
  errors: ['invalid_proof', 'invalid_transition', 'csrf_failed', 'idempotency_mismatch'],
})

export const confirmSecondFactor = defineOperation({
  ...own,
  id: 'confirmSecondFactor',
  ownRepeats: true,
  method: 'post',
  path: '/account/second-factor/confirm',
  summary: 'Switch the second factor on by a first code; answers the recovery codes, once',
  body: secondFactorConfirmSchema,
  status: 200,
  answer: recoveryCodesSchema,
  errors: ['invalid_proof', 'invalid_transition', 'csrf_failed', 'idempotency_mismatch'],
})

export const removeSecondFactor = defineOperation({
  ...own,
  id: 'removeSecondFactor',
  method: 'delete',
  path: '/account/second-factor',
  summary: 'Switch the second factor off; needs the password and the factor itself',
  body: secondFactorRemoveSchema,
  status: 204,
  answer: null,
  errors: ['invalid_proof', 'invalid_transition', 'csrf_failed'],
})

export const renewRecoveryCodes = defineOperation({
  ...own,
  id: 'renewRecoveryCodes',
  ownRepeats: true,
  method: 'post',
  path: '/account/recovery-codes',
  summary: 'Get new recovery codes in place of the old ones',
  body: secondFactorConfirmSchema,
  status: 200,
  answer: recoveryCodesSchema,
  errors: ['invalid_proof', 'invalid_transition', 'csrf_failed', 'idempotency_mismatch'],
})
