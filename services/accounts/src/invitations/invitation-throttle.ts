import { mailboxOf } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { consume, limitersIn } from '../members/throttle.ts'

const DAY_SECONDS = 86_400

/** From one organisation to one person: the first, and two for lost mails. */
const PER_PERSON_AND_ORGANIZATION = { points: 3, duration: DAY_SECONDS }
/** To one person from all organisations: few people work for several, and nobody for ten new ones. */
const PER_PERSON = { points: 10, duration: DAY_SECONDS }
/** From one organisation: more than a venue hires in a day. */
const PER_ORGANIZATION = { points: 50, duration: DAY_SECONDS }

export interface InvitationThrottle {
  /** Counts an invitation before it is created. @throws ProblemError `rate_limited` */
  beforeInvitation(organizationId: string, email: string): Promise<void>
}

/** Prevents the use of invitations to send unwanted mail. */
export function createInvitationThrottle(connection: Connection): InvitationThrottle {
  const limiter = limitersIn(connection)
  const pairs = limiter('invitation-pair', PER_PERSON_AND_ORGANIZATION)
  const people = limiter('invitation-person', PER_PERSON)
  const organizations = limiter('invitation-organization', PER_ORGANIZATION)
  return {
    // Counts per organisation first, so that one organisation cannot use up a person's limit.
    async beforeInvitation(organizationId, email) {
      const mailbox = mailboxOf(email)
      await consume(pairs, `${organizationId} ${mailbox}`)
      await consume(organizations, organizationId)
      await consume(people, mailbox)
    },
  }
}
