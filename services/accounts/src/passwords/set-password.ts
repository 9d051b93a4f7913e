import { memberPasswordChanged } from '@usher/contracts'
import { appendToOutbox, newEvent, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext } from '../context.ts'
import type { Member } from '../members/member.ts'

interface Change {
  readonly password_hash: string
  /** The session to keep, if any. */
  readonly keptSession?: string | undefined
  readonly origin: Omit<Origin, 'organizationId' | 'actor'>
}

/**
 * Sets a member's password in a transaction that has read the member. Ends the sessions begun with the old
 * password and any open reset link (OWASP ASVS 4.0.3, 3.3.3).
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
