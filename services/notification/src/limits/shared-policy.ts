import { DAY_MS } from '@usher/service-kit/durations'

/** What messages of an organisation may say: the default texts; own words without foreign links; anything. */
type Words = 'default' | 'own' | 'links'

/** What an organisation may send through the shared mail server. */
export interface SharedStep {
  readonly fromDay: number
  /** Mails of the last 13 weeks that did not come back. */
  readonly delivered: number
  /** Acts of recipients in the last 13 weeks, one a week of each. */
  readonly answered: number
  /** Mails a day (UTC). */
  readonly perDay: number
  /** Of these, to addresses whose owner has not acted yet. */
  readonly toStrangers: number
  /** What mails to strangers may say; below `own` it holds for all mails. */
  readonly words: Words
}

/** Days since the address was verified in which an organisation sends default texts alone. */
export const DEFAULT_TEXTS_DAYS = 7

const AS_THE_PLAN = { perDay: Number.POSITIVE_INFINITY, toStrangers: Number.POSITIVE_INFINITY }

/**
 * New senders start low: a mail server that suddenly sends a lot for an unknown sender looks compromised, and a
 * malicious sender can do little harm. The last row that a sender meets holds. docs/notifications.md has the table.
 */
export const SHARED_STEPS: readonly SharedStep[] = [
  { fromDay: 0, delivered: 0, answered: 0, perDay: 20, toStrangers: 20, words: 'default' },
  { fromDay: DEFAULT_TEXTS_DAYS, delivered: 0, answered: 0, perDay: 20, toStrangers: 20, words: 'own' },
  { fromDay: 7, delivered: 50, answered: 10, perDay: 100, toStrangers: 50, words: 'own' },
  { fromDay: 30, delivered: 50, answered: 10, perDay: 100, toStrangers: 50, words: 'links' },
  { fromDay: 30, delivered: 500, answered: 100, perDay: 500, toStrangers: 250, words: 'links' },
  { fromDay: 90, delivered: 5_000, answered: 1_000, ...AS_THE_PLAN, words: 'links' },
]

const FIRST = SHARED_STEPS[0] as SharedStep
const LAST = SHARED_STEPS.at(-1) as SharedStep

/**
 * Share of the mails a day, and of those to strangers, for messages that the public causes: public joins, booking
 * codes and public bookings together. The rest stays for the staff.
 */
export const PUBLIC_SHARE = 0.5

/** Mails to one person from all organisations: more than somebody with a booking in two queues needs. */
export const PER_RECIPIENT = { hour: 20, day: 40 } as const

/** Mails an hour to one person that each organisation can send whatever others sent. */
export const OWN_PER_RECIPIENT = 2

/** Mails of one template with a foreign link to strangers in a day, beyond which the operator is alerted. */
export const LINKS_TO_STRANGERS_PER_DAY = 25

/** With fewer mails a bounce rate means nothing. */
const MIN_TO_JUDGE = 50
/** Large mailbox providers and sending services ask for less than 5 % bounces. */
const MAX_RETURNED_SHARE = 0.05

/** What is known of a sending organisation. */
export interface Sender {
  /** When its owner verified their address. undefined: created earlier, or where verification is off. */
  readonly verifiedAt: Date | undefined
  /** Mails of this week and the one before. */
  readonly sentLately: number
  /** Of these, those rejected or bounced. */
  readonly returnedLately: number
  readonly delivered: number
  readonly answered: number
}

/** What an organisation may send through shared servers, besides the limits of its plan. */
export function sharedStep(sender: Sender, now: Date): SharedStep {
  const { verifiedAt, sentLately, returnedLately, delivered, answered } = sender
  if (sentLately >= MIN_TO_JUDGE && returnedLately / sentLately > MAX_RETURNED_SHARE) return FIRST
  if (verifiedAt === undefined) return LAST
  const age = (now.getTime() - verifiedAt.getTime()) / DAY_MS
  const isMet = (step: SharedStep) =>
    age >= step.fromDay && delivered >= step.delivered && answered >= step.answered
  return SHARED_STEPS.findLast(isMet) ?? FIRST
}
