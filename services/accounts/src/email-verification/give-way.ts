import { memberRemoved } from '@usher/contracts'
import { appendToOutbox, newEvent, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext } from '../context.ts'
import { isVerified } from '../members/member.ts'

/**
 * Takes an address away from a member who never proved that it is theirs, for somebody who has. What their organisation
 * keeps stays; an operator can give it another owner.
 */
export async function giveWay(
  session: ClientSession,
  { members, sessions, secondFactors, passwordResets, emailVerifications, outbox, clock }: AccountsContext,
  email: string,
  origin: Omit<Origin, 'organizationId' | 'actor'>,
): Promise<void> {
  const member = await members.findByEmail(email, session)
  if (!member || isVerified(member)) return
  const { _id: id, organization_id: organizationId, sequence } = member
  await members.delete(id, session)
  await sessions.deleteAllOf({ organizationId, memberId: id }, session)
  await secondFactors.delete(organizationId, id, session)
  await passwordResets.deleteOf(organizationId, id, session)
  await emailVerifications.deleteOf(organizationId, id, session)
  const event = newEvent(memberRemoved, {
    subject: id,
    sequence: sequence + 1,
    time: clock.now(),
    origin: { ...origin, organizationId, actor: 'system' },
    data: { id },
  })
  await appendToOutbox(outbox, [event], session)
}
