import { type CloudEvent, memberEmailVerificationRequested } from '@usher/contracts'
import { newEvent, newId, type Origin } from '@usher/service-kit'
import { type MailedToken, newMailedToken } from '../mail/mailed-token.ts'
import type { Member } from '../members/member.ts'
import type { Organization } from '../organizations/organization.ts'

/** A day, so that a mail still works the next morning. */
const LIFETIME_MS = 24 * 3_600_000

/** A new organisation with its owner. */
export interface Account {
  readonly organization: Organization
  readonly member: Member
}

/**
 * An unverified sign-up. It reserves nothing: an address can have any number, each with its own link, and the
 * first confirmed one becomes the account.
 */
export interface PendingSignUp extends Account, MailedToken {}

export function newPendingSignUp(account: Account, now: Date): { record: PendingSignUp; token: string } {
  const _id = newId('emailVerification')
  return newMailedToken({ _id, ...account, expires_at: new Date(now.getTime() + LIFETIME_MS) })
}

/** The event that requests the mail. It contains no names: a stranger may have entered address and names. */
export const verificationRequested = (
  { _id, organization, member, expires_at }: PendingSignUp,
  {
    sealedLink,
    now,
    origin,
  }: { sealedLink: string; now: Date; origin: Omit<Origin, 'organizationId' | 'actor'> },
): CloudEvent =>
  newEvent(memberEmailVerificationRequested, {
    subject: _id,
    // A sign-up has only this event.
    sequence: 1,
    time: now,
    origin: { ...origin, organizationId: organization._id, actor: member._id },
    data: {
      id: member._id,
      email: member.email,
      sealed_link: sealedLink,
      expires_at: expires_at.toISOString(),
    },
  })
