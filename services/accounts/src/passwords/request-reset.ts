import {
  type AuditNote,
  type CloudEvent,
  memberPasswordResetRequested,
  type PasswordResetRequest,
} from '@usher/contracts'
import {
  appendToOutbox,
  type Idempotency,
  nativeCollection,
  newEvent,
  newId,
  type Origin,
  type Reply,
} from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext, ServiceContext } from '../context.ts'
import { sealLink } from '../mail/sealed-link.ts'
import type { Member } from '../members/member.ts'
import { newPasswordReset, type PasswordReset } from './password-reset.ts'

/** Who asks is not known: it need not be the member. */
export const ANYBODY = 'anonymous'

interface Request {
  readonly origin: Pick<Origin, 'requestId' | 'traceparent'>
  readonly idempotency: Idempotency | undefined
}

/**
 * Has a member sent a link to set a new password; the event that tells of it commits with its token. Whether
 * the account exists shows neither in the answer nor in its time: for nobody the same is written, a token
 * that has expired and a transaction without an event.
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
    await tell(context, event, now, session)
    return { body: null, audit: ofStranger(member) }
  })
}

/** The account that a stranger named. The gateway strips the note, so the answer does not reveal the account. */
export const ofStranger = (member: Member | null): AuditNote => ({
  organization_id: member?.organization_id,
  actor: member ? ANYBODY : undefined,
  resource: member?._id,
})

function resetRequested(
  { _id: id, organization_id: organizationId, name, email }: Member,
  { _id: subject, expires_at }: PasswordReset,
  { sealedLink, now, origin }: { sealedLink: string; now: Date; origin: Request['origin'] },
): CloudEvent {
  return newEvent(memberPasswordResetRequested, {
    subject,
    // The first and last event of a request.
    sequence: 1,
    time: now,
    origin: { ...origin, organizationId, actor: ANYBODY },
    data: { id, name, email, sealed_link: sealedLink, expires_at: expires_at.toISOString() },
  })
}

async function tell(
  { outbox }: AccountsContext,
  event: CloudEvent | null,
  now: Date,
  session: ClientSession,
): Promise<void> {
  if (event) await appendToOutbox(outbox, [event], session)
  else await nativeCollection(outbox).insertOne({ _id: newId('event'), at: now, events: [] }, { session })
}
