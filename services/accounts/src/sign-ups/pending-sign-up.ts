import { type CloudEvent, memberEmailVerificationRequested } from '@usher/contracts'
import { newEvent, newId, type Origin } from '@usher/service-kit'
import { type MailedToken, newMailedToken } from '../mail/mailed-token.ts'
import type { Member } from '../members/member.ts'
import type { Organization } from '../organizations/organization.ts'

/** A day, so that a mail read the next morning still works. */
const LIFETIME_MS = 24 * 3_600_000

/** What somebody signs up with. */
export interface Account {
  readonly organization: Organization
  readonly member: Member
}

/**
 * A sign-up whose address is not verified yet. It reserves nothing: any number may wait for the same address, each with
 * a link of its own, and the first that is confirmed becomes the account.
 */
export interface PendingSignUp extends Account, MailedToken {}

export function newPendingSignUp(account: Account, now: Date): { record: PendingSignUp; token: string } {
  const _id = newId('emailVerification')
  return newMailedToken({ _id, ...account, expires_at: new Date(now.getTime() + LIFETIME_MS) })
}

/** The event that has the mail sent. It carries no name: a stranger may have typed address and names. */
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
    // The first and last event of a sign-up.
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
