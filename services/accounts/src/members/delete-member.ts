import { memberRemoved } from '@usher/contracts'
import { appendToOutbox, newEvent, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import { endGrants } from '../grants/end-grants.ts'
import type { Member } from './member.ts'

/** Deletes a member with their sessions, credentials and grants to applications. */
export async function deleteMember(
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
