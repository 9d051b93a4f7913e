import { appendToOutbox, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import { sealLink } from '../mail/sealed-link.ts'
import type { Member } from '../members/member.ts'
import { newEmailVerification, verificationRequested } from './email-verification.ts'

/** Has a member sent a link to verify their address; the event commits with its token, and the link before it is void. */
export async function sendVerification(
  session: ClientSession,
  { emailVerifications, outbox, publicUrl, secretKeys, clock }: ServiceContext,
  member: Member,
  origin: Omit<Origin, 'organizationId' | 'actor'>,
): Promise<void> {
  const now = clock.now()
  const { record, token } = newEmailVerification(member, now)
  const sealedLink = sealLink(`${publicUrl}/verify-email?token=${token}`, record._id, secretKeys)
  await emailVerifications.put(record, session)
  await appendToOutbox(outbox, [verificationRequested(record, member, { sealedLink, now, origin })], session)
}
