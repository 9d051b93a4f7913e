import { mailboxOf } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { consume, limitersIn } from '../members/throttle.ts'

/** Beside the one at sign-up: enough for some that got lost, too few to be a nuisance to whom the address belongs. */
const PER_ADDRESS = { points: 5, duration: 86_400 }

export interface VerificationThrottle {
  /** Counts a mail before it is asked for. @throws ProblemError `rate_limited` */
  beforeMail(email: string): Promise<void>
}

export function createVerificationThrottle(connection: Connection): VerificationThrottle {
  const mails = limitersIn(connection)('email-verification', PER_ADDRESS)
  return { beforeMail: (email) => consume(mails, mailboxOf(email)) }
}
