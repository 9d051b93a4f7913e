import {
  ANONYMOUS,
  type AuditNote,
  type CloudEvent,
  memberPasswordResetRequested,
  type PasswordResetRequest,
} from '@usher/contracts'
import {
  appendNoEvent,
  appendToOutbox,
  type Idempotency,
  newEvent,
  type Origin,
  type Reply,
} from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext, ServiceContext } from '../context.ts'
import { sealLink } from '../mail/sealed-link.ts'
import type { Member } from '../members/member.ts'
import { newPasswordReset, type PasswordReset } from './password-reset.ts'

interface Request {
  readonly origin: Pick<Origin, 'requestId' | 'traceparent'>
  readonly idempotency: Idempotency | undefined
}

/**
 * Requests a mail with a password reset link; its event commits with the token. Neither the response nor its
 * duration reveals whether the account exists: without one, the same writes are done, with an expired token
 * and no event.
 */
export async function requestReset(
  context: ServiceContext,
  { email }: PasswordResetRequest,
  { origin, idempotency }: Request,
): Promise<Reply<null>> {
  const { members, passwordResets, publicUrl, secretKeys, clock } = context
  const now = clock.now()
  const member = await members.findByEmail(email)
  const { record, token } = newPasswordReset(member, now)
  const sealedLink = sealLink(`${publicUrl}/reset-password?token=${token}`, record._id, secretKeys)
  const event = member && resetRequested(member, record, { sealedLink, now, origin })
  return await context.idempotency.once(idempotency, async (session) => {
    await passwordResets.put(record, session)
    await appendEvent(context, event, now, session)
    return { body: null, audit: claimedAccountNote(member) }
  })
}

/**
 * Audit note with the account that a stranger named. The gateway strips the note, so the response does not
 * reveal the account.
 */
export const claimedAccountNote = (member: Member | null): AuditNote => ({
  organization_id: member?.organization_id,
  actor: member ? ANONYMOUS : undefined,
  resource: member?._id,
})

function resetRequested(
  { _id: id, organization_id: organizationId, name, email }: Member,
  { _id: subject, expires_at }: PasswordReset,
  { sealedLink, now, origin }: { sealedLink: string; now: Date; origin: Request['origin'] },
): CloudEvent {
  return newEvent(memberPasswordResetRequested, {
    subject,
    // A request has only this event.
    sequence: 1,
    time: now,
    origin: { ...origin, organizationId, actor: ANONYMOUS },
    data: { id, name, email, sealed_link: sealedLink, expires_at: expires_at.toISOString() },
  })
}

async function appendEvent(
  { outbox }: AccountsContext,
  event: CloudEvent | null,
  now: Date,
  session: ClientSession,
): Promise<void> {
  if (event) await appendToOutbox(outbox, [event], session)
  else await appendNoEvent(outbox, now, session)
}
