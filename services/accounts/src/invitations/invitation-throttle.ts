import { mailboxOf } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { consume, limitersIn } from '../members/throttle.ts'

const DAY_SECONDS = 86_400

/** From one organisation to one person: the first, and two for mails that got lost. */
const PER_PERSON_AND_ORGANIZATION = { points: 3, duration: DAY_SECONDS }
/** To one person from all organisations: few work for more than one, and nobody for ten that are new to them. */
const PER_PERSON = { points: 10, duration: DAY_SECONDS }
/** From one organisation: more than join a venue's staff in a day. */
const PER_ORGANIZATION = { points: 50, duration: DAY_SECONDS }

export interface InvitationThrottle {
  /** Counts an invitation before it is made. @throws ProblemError `rate_limited` */
  beforeInvitation(organizationId: string, email: string): Promise<void>
}

/** Keeps invitations from being a way to send people mail they do not want. */
export function createInvitationThrottle(connection: Connection): InvitationThrottle {
  const limiter = limitersIn(connection)
  const pairs = limiter('invitation-pair', PER_PERSON_AND_ORGANIZATION)
  const people = limiter('invitation-person', PER_PERSON)
  const organizations = limiter('invitation-organization', PER_ORGANIZATION)
  return {
    // One organisation alone cannot use up what others may send to somebody.
    async beforeInvitation(organizationId, email) {
      const mailbox = mailboxOf(email)
      await consume(pairs, `${organizationId} ${mailbox}`)
      await consume(organizations, organizationId)
      await consume(people, mailbox)
    },
  }
}
