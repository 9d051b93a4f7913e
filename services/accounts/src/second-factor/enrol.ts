import { ProblemError, seal, unseal } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import type { Member } from '../members/member.ts'
import { isPassword, wrongProof } from '../members/passwords.ts'
import { newRecoveryCodes, newSecret, stepOfCode } from './second-factor.ts'

/**
 * Starts enrolment of an authenticator app; the factor stays off until a first code is confirmed.
 *
 * @throws ProblemError `invalid_proof`, or `invalid_transition` if one is on
 */
export async function beginSecondFactor(
  session: ClientSession,
  { secondFactors, secretKeys, clock }: ServiceContext,
  member: Member,
  password: string,
): Promise<{ secret: string; otpauth_url: string }> {
  const { _id, organization_id, email, password_hash } = member
  if (!(await isPassword(password, password_hash))) throw wrongProof(member)
  const known = await secondFactors.find(organization_id, _id, session)
  if (known?.confirmed_at) throw new ProblemError('invalid_transition', 'A second factor is already on.')
  const made = newSecret(email)
  const factor = {
    _id,
    organization_id,
    secret: seal(made.secret, secretKeys),
    last_step: 0,
    recovery_codes: [],
    created_at: clock.now(),
    confirmed_at: null,
  }
  await secondFactors.begin(factor, session)
  return made
}

/**
 * Switches the second factor on with a first code, which is used up.
 *
 * @returns the recovery codes, shown only once
 * @throws ProblemError `invalid_proof`, or `invalid_transition` if enrolment has not started or the factor is
 * already on
 */
export async function confirmSecondFactor(
  session: ClientSession,
  { secondFactors, secretKeys, clock }: ServiceContext,
  member: Member,
  code: string,
): Promise<string[]> {
  const factor = await secondFactors.find(member.organization_id, member._id, session)
  if (!factor || factor.confirmed_at) {
    throw new ProblemError('invalid_transition', 'There is no second factor to confirm.')
  }
  const now = clock.now()
  const step = stepOfCode(code, unseal(factor.secret, secretKeys), now)
  if (step === undefined) throw wrongProof(member)
  const { codes, hashes } = newRecoveryCodes()
  const change = { confirmed_at: now, last_step: step, recovery_codes: hashes }
  await secondFactors.switchOn(factor, change, session)
  return codes
}
