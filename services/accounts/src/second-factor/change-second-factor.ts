import type { SecondFactorRemove } from '@usher/contracts'
import { inTransaction, ProblemError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import type { Member } from '../members/member.ts'
import { isPassword } from '../members/passwords.ts'
import { wrongProof } from '../members/wrong-proof.ts'
import { newRecoveryCodes, type SecondFactor } from './second-factor.ts'
import { useProof } from './use-proof.ts'

/**
 * Switches the second factor off; requires the password and the factor.
 *
 * @throws ProblemError `invalid_proof`, or `invalid_transition` if none is on
 */
export async function removeSecondFactor(
  context: ServiceContext,
  member: Member,
  { password, ...proof }: SecondFactorRemove,
): Promise<void> {
  if (!(await isPassword(password, member.password_hash))) throw wrongProof(member)
  await inTransaction(context.connection, async (session) => {
    const factor = await findOn(session, context, member)
    if (!(await useProof(session, context, factor, proof))) throw wrongProof(member)
    await context.secondFactors.delete(member.organization_id, member._id, session)
  })
}

/**
 * Replaces the remaining recovery codes; returns the new codes and how many were left.
 *
 * @throws ProblemError `invalid_proof`, or `invalid_transition` if no second factor is on
 */
export async function renewRecoveryCodes(
  session: ClientSession,
  context: ServiceContext,
  member: Member,
  totp: string,
): Promise<{ codes: string[]; left: number }> {
  const factor = await findOn(session, context, member)
  if (!(await useProof(session, context, factor, { totp }))) throw wrongProof(member)
  const { codes, hashes } = newRecoveryCodes()
  await context.secondFactors.setRecoveryCodes(factor, hashes, session)
  return { codes, left: factor.recovery_codes.length }
}

async function findOn(
  session: ClientSession,
  { secondFactors }: ServiceContext,
  { _id, organization_id }: Member,
): Promise<SecondFactor> {
  const factor = await secondFactors.find(organization_id, _id, session)
  if (!factor?.confirmed_at) throw new ProblemError('invalid_transition', 'No second factor is on.')
  return factor
}
