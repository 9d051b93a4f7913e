import {
  type CloudEvent,
  type DataOf,
  type GUEST_EVENTS,
  type guestAlmostReady,
  guestNotified,
  type QueueMessages,
} from '@usher/contracts'
import { originOf } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Occasion } from '../messages/compose-message.ts'

/** Occasions of automatic messages to guests in queues. */
export type OccasionKind = keyof QueueMessages['automatic']

/** Minutes for which a message is worth sending. */
const WORTH_MINUTES: Readonly<Record<OccasionKind, number>> = {
  added: 60,
  almost_ready: 15,
  ready: 15,
  reminder: 15,
  no_show: 60,
  requeued: 15,
}

type GuestEventType = (typeof GUEST_EVENTS)[number]['type'] | (typeof guestAlmostReady)['type']

/** The message that each event of a guest calls for; null: none. */
const KINDS: Readonly<Record<Exclude<GuestEventType, 'guest.updated'>, OccasionKind | null>> = {
  'guest.added': 'added',
  'guest.almost_ready': 'almost_ready',
  'guest.notified': 'ready',
  'guest.no_show': 'no_show',
  'guest.seated': null,
  'guest.removed': null,
}

const laterBy = (time: string | Date, minutes: number): Date =>
  new Date(new Date(time).getTime() + minutes * MINUTE_MS)

/** The occasion that an event is, if any. */
export function occasionOf(event: CloudEvent): (Occasion & { readonly kind: OccasionKind }) | undefined {
  const type = event.type as GuestEventType
  const kind = type === 'guest.updated' ? kindOfReturn(event) : KINDS[type]
  if (!kind) return undefined
  // almost_ready may be raised twice, so the cause is the stay (its subject), not the event.
  const what = kind === 'almost_ready' ? event.subject : event.id
  const { message_at } = event.data as { message_at?: string }
  return {
    kind,
    cause: `${kind} ${what}`,
    origin: originOf(event),
    send_at: message_at === undefined ? null : new Date(message_at),
    expires_at: laterBy(event.time, WORTH_MINUTES[kind]),
  }
}

/** What staff chose for calling a guest: the words, null for the usual ones, and the desk. */
export const callOf = ({ data }: CloudEvent): Pick<DataOf<typeof guestNotified>, 'message' | 'desk'> =>
  guestNotified.data.pick({ message: true, desk: true }).parse(data)

/** Whether an event takes back a call. */
export const isCallTakenBack = ({ data }: CloudEvent): boolean =>
  (data as { returned_from?: string | null }).returned_from === 'notified'

/**
 * The message to a guest brought back by undo. A called guest is not told a place in line, and one who was seated was
 * here.
 */
function kindOfReturn({ data }: CloudEvent): OccasionKind | undefined {
  const { returned_from, status } = data as Partial<Record<'returned_from' | 'status', string | null>>
  if (!returned_from) return undefined
  if (status !== 'notified') return 'requeued'
  return returned_from === 'seated' ? undefined : 'ready'
}

/**
 * When to remind a called guest, and until when that is of use: until the automatic no-show. undefined if that comes
 * before the reminder.
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
