import { DAY_MS } from '@usher/service-kit/durations'

/** What an organisation may send per day (UTC) through the shared mail server. */
export interface SharedAllowance {
  /** Mails to guests, customers of bookings and strangers together. */
  readonly perDay: number
  /** Of these, to addresses of nobody in a line. */
  readonly toStrangers: number
}

/** What is known of a sending organisation. */
export interface Sender {
  /** When its owner verified their address. undefined: created earlier, or where verification is off. */
  readonly verifiedAt: Date | undefined
  /** Mails of this week and the one before. */
  readonly sent: number
  /** Of these, those rejected or bounced. */
  readonly returned: number
}

/**
 * New senders start low: a mail server that suddenly sends a lot for an unknown sender looks compromised, and a
 * malicious sender can do little harm. docs/notifications.md has the table.
 */
const STEPS = [
  { fromDay: 0, perDay: 100, toStrangers: 0 },
  { fromDay: 7, perDay: 500, toStrangers: 50 },
  { fromDay: 30, perDay: 2_000, toStrangers: 500 },
  { fromDay: 90, perDay: Number.POSITIVE_INFINITY, toStrangers: Number.POSITIVE_INFINITY },
] as const

/** With fewer mails a bounce rate means nothing. */
const MIN_TO_JUDGE = 50
/** Large mailbox providers and sending services ask for less than 5 % bounces. */
const MAX_RETURNED_SHARE = 0.05

/**
 * What an organisation may send through shared servers, besides the limits of its plan: more with age, less with
 * bounces.
 */
export function sharedAllowance({ verifiedAt, sent, returned }: Sender, now: Date): SharedAllowance {
  if (sent >= MIN_TO_JUDGE && returned / sent > MAX_RETURNED_SHARE) return STEPS[0]
  if (verifiedAt === undefined) return STEPS[3]
  const age = (now.getTime() - verifiedAt.getTime()) / DAY_MS
  return STEPS.findLast(({ fromDay }) => age >= fromDay) ?? STEPS[0]
}
