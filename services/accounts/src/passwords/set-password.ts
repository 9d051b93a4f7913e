import { memberPasswordChanged } from '@usher/contracts'
import { appendToOutbox, newEvent, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext } from '../context.ts'
import type { Member } from '../members/member.ts'

interface Change {
  readonly password_hash: string
  /** The session that goes on, if any. */
  readonly keptSession?: string | undefined
  readonly origin: Omit<Origin, 'organizationId' | 'actor'>
}

/**
 * Gives a member another password in a transaction that has read the member. The sessions that the old one
 * began end with it, and so does a link to set a new one (OWASP ASVS 4.0.3, 3.3.3).
 */
export async function setPassword(
  session: ClientSession,
  { members, sessions, passwordResets, outbox, clock }: AccountsContext,
  member: Member,
  { password_hash, keptSession, origin }: Change,
): Promise<void> {
  const { _id: id, organization_id: organizationId, sequence } = member
  await members.update(member, { password_hash }, session)
  await sessions.deleteAllOf({ organizationId, memberId: id }, session, keptSession)
  await passwordResets.deleteOf(organizationId, id, session)
  const event = newEvent(memberPasswordChanged, {
    subject: id,
    sequence: sequence + 1,
    time: clock.now(),
    origin: { ...origin, organizationId, actor: id },
    data: { id },
  })
  await appendToOutbox(outbox, [event], session)
}
