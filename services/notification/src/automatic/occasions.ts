import {
  type CloudEvent,
  guestAdded,
  guestAlmostReady,
  guestNoShow,
  guestNotified,
  guestUpdated,
  type QueueMessages,
} from '@usher/contracts'

/** What guests of queues are told of by itself. */
export type OccasionKind = keyof QueueMessages['automatic']

/** Something that a guest is told of without anybody asking for it. */
export interface Occasion {
  readonly kind: OccasionKind
  /** Each cause is told of once. */
  readonly cause: string
  /** From then on it is better not to tell. */
  readonly expiresAt: Date
}

const MINUTE_MS = 60_000

/** Minutes for which a message is worth sending. */
const WORTH_MINUTES: Readonly<Record<OccasionKind, number>> = {
  added: 60,
  almost_ready: 15,
  ready: 15,
  reminder: 15,
  no_show: 60,
  requeued: 15,
}

const KINDS: Readonly<Record<string, OccasionKind>> = {
  [guestAdded.type]: 'added',
  [guestAlmostReady.type]: 'almost_ready',
  [guestNotified.type]: 'ready',
  [guestNoShow.type]: 'no_show',
}

const laterBy = (time: string | Date, minutes: number): Date =>
  new Date(new Date(time).getTime() + minutes * MINUTE_MS)

/** The occasion that an event is, if any. */
export function occasionOf(event: CloudEvent): Occasion | undefined {
  const kind = event.type === guestUpdated.type ? kindOfReturn(event) : KINDS[event.type]
  if (!kind) return undefined
  // Of a guest who is close there may be two events, should it be told again: the stay is one.
  const what = kind === 'almost_ready' ? event.subject : event.id
  return { kind, cause: `${kind} ${what}`, expiresAt: laterBy(event.time, WORTH_MINUTES[kind]) }
}

/** What a guest is told who is back. Who had been called is not told of a place in the line, and stood here when seated. */
function kindOfReturn({ data }: CloudEvent): OccasionKind | undefined {
  const { returned_from, status } = data as Partial<Record<'returned_from' | 'status', string | null>>
  if (!returned_from) return undefined
  if (status !== 'notified') return 'requeued'
  return returned_from === 'seated' ? undefined : 'ready'
}

/**
 * When a guest who was called is reminded, and until when that is of use: until the guest is a no-show by itself.
 * undefined where that is the case before.
 */
export function reminderTimes(
  calledAt: string,
  { reminder_after_minutes }: Pick<QueueMessages, 'reminder_after_minutes'>,
  noShowAfterMinutes: number | null,
): { send_at: Date; expires_at: Date; no_show_at: Date | null } | undefined {
  const send_at = laterBy(calledAt, reminder_after_minutes)
  const no_show_at = noShowAfterMinutes === null ? null : laterBy(calledAt, noShowAfterMinutes)
  if (no_show_at && no_show_at <= send_at) return undefined
  const worthUntil = laterBy(send_at, WORTH_MINUTES.reminder)
  return { send_at, expires_at: no_show_at && no_show_at < worthUntil ? no_show_at : worthUntil, no_show_at }
}
