import { type CloudEvent, memberEmailVerificationRequested } from '@usher/contracts'
import { newEvent, newId, type Origin } from '@usher/service-kit'
import { type MailedToken, newMailedToken } from '../mail/mailed-token.ts'
import type { Member } from '../members/member.ts'

/** A day, so that a mail read the next morning still works. */
const LIFETIME_MS = 24 * 3_600_000

/** Makes a way to verify the address of a member. */
export const newEmailVerification = ({ _id: member_id, organization_id }: Member, now: Date) =>
  newMailedToken({
    _id: newId('emailVerification'),
    organization_id,
    member_id,
    expires_at: new Date(now.getTime() + LIFETIME_MS),
  })

/** The event that has the member sent a mail. It carries no name: a stranger may have typed address and names. */
export const verificationRequested = (
  { _id, expires_at }: MailedToken,
  { _id: id, organization_id: organizationId, email }: Member,
  {
    sealedLink,
    now,
    origin,
  }: { sealedLink: string; now: Date; origin: Omit<Origin, 'organizationId' | 'actor'> },
): CloudEvent =>
  newEvent(memberEmailVerificationRequested, {
    subject: _id,
    // The first and last event of a request.
    sequence: 1,
    time: now,
    origin: { ...origin, organizationId, actor: id },
    data: { id, email, sealed_link: sealedLink, expires_at: expires_at.toISOString() },
  })
