import { type Caller, memberRemoved, memberUpdated, type Role } from '@usher/contracts'
import {
  appendToOutbox,
  inTransaction,
  newEvent,
  notFound,
  type Origin,
  ProblemError,
  requireMatch,
} from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext, ServiceContext } from '../context.ts'
import { endGrants } from '../grants/end-grants.ts'
import type { Changed, Member } from './member.ts'
import { requireRankFor } from './rank.ts'

/** The member to change, and the caller. */
interface Target {
  readonly id: string
  readonly caller: Caller
  readonly origin: Origin
  readonly ifMatch: string | undefined
}

/**
 * Changes the role of a member.
 *
 * @throws ProblemError `not_found`, `forbidden`, `last_owner` or `precondition_failed`
 */
export const changeRole = (context: AccountsContext, target: Target, role: Role): Promise<Changed> =>
  inTransaction(context.connection, async (session) => {
    const member = await findToChange(session, context, target, role)
    if (member.role === role) return { before: member, after: member }
    await context.members.update(member, { role }, session)
    const event = newEvent(memberUpdated, {
      ...facts(context, target, member),
      data: { id: target.id, role },
    })
    await appendToOutbox(context.outbox, [event], session)
    return { before: member, after: { ...member, role, sequence: member.sequence + 1 } }
  })

/**
 * Removes a member; returns the member as last stored.
 *
 * @throws ProblemError `not_found`, `forbidden`, `last_owner` or `precondition_failed`
 */
export const removeMember = (context: ServiceContext, target: Target): Promise<Member> =>
  inTransaction(context.connection, async (session) => {
    const member = await findToChange(session, context, target, undefined)
    await deleteMember(session, context, member, target.origin)
    return member
  })

/** Finds the member and checks that the caller may make the change. `role`: undefined for removal. */
async function findToChange(
  session: ClientSession,
  { organizations, members }: AccountsContext,
  { id, caller, ifMatch }: Target,
  role: Role | undefined,
): Promise<Member> {
  // Otherwise the last two owners could remove each other at the same time.
  await organizations.lockMembership(caller.organization_id, session)
  const [member, self] = [
    await members.find(caller.organization_id, id, session),
    await members.find(caller.organization_id, caller.actor, session),
  ]
  if (!member) throw notFound('member')
  requireRankFor(self?.role, member.role, role)
  requireMatch(ifMatch, member.sequence)
  const isOwnerLost = member.role === 'owner' && role !== 'owner'
  if (isOwnerLost && (await members.countOwners(caller.organization_id, session)) === 1) {
    throw new ProblemError('last_owner', 'Make somebody else an owner first.')
  }
  return member
}

const facts = ({ clock }: AccountsContext, { id, origin }: Target, { sequence }: Member) => ({
  subject: id,
  sequence: sequence + 1,
  time: clock.now(),
  origin,
})

/** Deletes a member with their sessions, credentials and grants to applications. */
async function deleteMember(
  session: ClientSession,
  context: ServiceContext,
  { _id: id, organization_id: organizationId, sequence }: Member,
  origin: Origin,
): Promise<void> {
  const owner = { organizationId, memberId: id }
  await context.members.delete(id, session)
  await context.sessions.deleteAllOf(owner, session)
  await endGrants(session, context, owner, origin)
  await context.secondFactors.delete(organizationId, id, session)
  await context.knownDevices.deleteOf(organizationId, id, session)
  await context.passwordResets.deleteOf(organizationId, id, session)
  const event = newEvent(memberRemoved, {
    subject: id,
    sequence: sequence + 1,
    time: context.clock.now(),
    origin,
    data: { id },
  })
  await appendToOutbox(context.outbox, [event], session)
}
