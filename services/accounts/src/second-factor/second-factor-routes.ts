import { type AuditNote, operations, type SecondFactorRemove } from '@usher/contracts'
import { changesBetween, inTransaction, type OperationRouter, ProblemError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import type { Member } from '../members/member.ts'
import { isPassword, wrongProof } from '../members/passwords.ts'
import { endAllElse } from '../sessions/end-all-else.ts'
import { reauthenticating } from '../sessions/reauthenticating.ts'
import { beginSecondFactor, confirmSecondFactor } from './enrol.ts'
import { newRecoveryCodes, type SecondFactor } from './second-factor.ts'
import { useProof } from './use-proof.ts'

/** Routes for a member's own second factor. */
export function secondFactorRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { idempotency: answers } = context

  on(operations.beginSecondFactor, async ({ body, caller, idempotency }) => {
    const self = await context.members.require(caller.organization_id, caller.actor)
    return await reauthenticating(context, caller, () =>
      answers.once(idempotency, async (session) => ({
        body: await beginSecondFactor(session, context, self, body.password),
        audit: noteOf(self, { second_factor: 'off' }, { second_factor: 'begun' }),
      })),
    )
  })

  on(operations.confirmSecondFactor, async ({ body, caller, origin, idempotency }) => {
    const self = await context.members.require(caller.organization_id, caller.actor)
    return await reauthenticating(context, caller, () =>
      answers.once(idempotency, async (session) => {
        const recovery_codes = await confirmSecondFactor(session, context, self, body.totp)
        await endAllElse(session, context, caller, origin)
        return {
          body: { recovery_codes },
          audit: noteOf(self, { second_factor: 'begun' }, { second_factor: 'on' }),
        }
      }),
    )
  })

  on(operations.removeSecondFactor, async ({ body, caller }) => {
    const self = await context.members.require(caller.organization_id, caller.actor)
    await reauthenticating(context, caller, () => removeSecondFactor(context, self, body))
    return { body: null, audit: noteOf(self, { second_factor: 'on' }, { second_factor: 'off' }) }
  })

  on(operations.renewRecoveryCodes, async ({ body, caller, idempotency }) => {
    const self = await context.members.require(caller.organization_id, caller.actor)
    return await reauthenticating(context, caller, () =>
      answers.once(idempotency, async (session) => {
        const { codes, left } = await renewRecoveryCodes(session, context, self, body.totp)
        const audit = noteOf(self, { recovery_codes: left }, { recovery_codes: codes.length })
        return { body: { recovery_codes: codes }, audit }
      }),
    )
  })
}

const noteOf = <T extends object>({ _id }: Member, before: T, after: NoInfer<T>): AuditNote => ({
  resource: _id,
  changes: changesBetween(before, after),
})

/**
 * Switches the second factor off; requires the password and the factor.
 *
 * @throws ProblemError `invalid_proof`, or `invalid_transition` if none is on
 */
async function removeSecondFactor(
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
async function renewRecoveryCodes(
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
