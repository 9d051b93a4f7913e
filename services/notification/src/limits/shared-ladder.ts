const DAY_MS = 24 * 3_600_000

/** What an organisation may send in a day (UTC) by the mail server that all organisations share. */
export interface SharedAllowance {
  /** Mails to guests, customers of bookings and, within these, strangers. */
  readonly perDay: number
  /** Of these, to addresses of nobody in a line. */
  readonly toStrangers: number
}

/** What is known of an organisation that sends. */
export interface Sender {
  /** When its owner verified their address. undefined: of before, or made where that is not asked for. */
  readonly verifiedAt: Date | undefined
  /** Mails of this week and the one before. */
  readonly sent: number
  /** Of these, those that were refused or came back. */
  readonly returned: number
}

/**
 * New senders begin low: a mail server that suddenly sends much for somebody unknown is taken for one that was broken
 * into, and what is lost by a sender who means harm stays small. docs/notifications.md has the table.
 */
const STEPS = [
  { fromDay: 0, perDay: 100, toStrangers: 0 },
  { fromDay: 7, perDay: 500, toStrangers: 50 },
  { fromDay: 30, perDay: 2_000, toStrangers: 500 },
  { fromDay: 90, perDay: Number.POSITIVE_INFINITY, toStrangers: Number.POSITIVE_INFINITY },
] as const

/** Too few to tell anything by. */
const LEAST_TO_JUDGE = 50
/** Large mailbox providers and senders' services ask for less than 5 % of mails that come back. */
const MOST_RETURNED = 0.05

/** What an organisation may send by shared servers, beside the limits of its plan: more with age, less when mails come back. */
export function sharedAllowance({ verifiedAt, sent, returned }: Sender, now: Date): SharedAllowance {
  if (sent >= LEAST_TO_JUDGE && returned / sent > MOST_RETURNED) return STEPS[0]
  if (verifiedAt === undefined) return STEPS[3]
  const age = (now.getTime() - verifiedAt.getTime()) / DAY_MS
  return STEPS.findLast(({ fromDay }) => age >= fromDay) ?? STEPS[0]
}
