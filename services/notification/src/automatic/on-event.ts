import { type CloudEvent, GUEST_EVENTS, guestAlmostReady } from '@usher/contracts'
import { type InboxModel, recordInInbox } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { BOOKING_EVENTS } from '../bookings/booking-copy.ts'
import { followBookings } from '../bookings/follow-bookings.ts'
import { type ConsentRecord, consentBy } from '../consent/consent.ts'
import type { NotificationContext } from '../context.ts'
import { guestAfter, guestCloseBy, guestIdOf } from '../guests/guest-copy.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import type { Step } from '../notifications/lifecycle.ts'
import { QUEUE_EVENTS } from '../queues/queue-store.ts'
import { keepNew } from './keep-new.ts'
import { occasionalNotification } from './occasional-notification.ts'
import { occasionOf } from './occasions.ts'
import { planReminders } from './plan-reminders.ts'
import { chosenWords, usualWords, wordsAsChosen } from './words.ts'

/** Events that the service follows. */
export const FOLLOWED_EVENTS = [
  ...GUEST_EVENTS,
  guestAlmostReady,
  ...QUEUE_EVENTS,
  ...BOOKING_EVENTS,
] as const

const isOneOf =
  (definitions: readonly { readonly type: string }[]) =>
  ({ type }: CloudEvent): boolean =>
    definitions.some((definition) => definition.type === type)

const isOfGuest = isOneOf(GUEST_EVENTS)

/** Whether the guest of an event has neither phone number nor e-mail address. */
function isOfUnreachable(event: CloudEvent): boolean {
  const { phone, email } = (event.data ?? {}) as Partial<GuestRecord>
  return isOfGuest(event) && !phone && !email
}

/**
 * Follows guests, queues and bookings, and makes the notifications that they are an occasion for. All of it and the inbox
 * commit together, so that an event that comes twice is told of once. Events of unreachable guests never cause a notification and
 * are idempotent, so they need neither a transaction nor the inbox.
 *
 * @param sendSoon has what is due taken up at once
 */
export function createEventHandler(ctx: NotificationContext, inbox: InboxModel, sendSoon: () => void) {
  return async (events: readonly CloudEvent[]): Promise<void> => {
    const unique = [...new Map(events.map((event) => [event.id, event])).values()]
    const { quiet = [], telling = [] } = Object.groupBy(unique, (event) =>
      isOfUnreachable(event) ? 'quiet' : 'telling',
    )
    await ctx.guests.take(quiet.map((event) => guestAfter(undefined, event)))
    if (telling.length === 0) return
    const isSendable = await ctx.connection.transaction(async (session) => {
      const fresh = await recordInInbox(
        inbox,
        telling.map(({ id }) => id),
        session,
      )
      return await follow(
        ctx,
        telling.filter(({ id }) => fresh.has(id)),
        session,
      )
    })
    if (isSendable) sendSoon()
  }
}

/** Gives whether there is something to send. */
async function follow(
  ctx: NotificationContext,
  events: readonly CloudEvent[],
  session: ClientSession,
): Promise<boolean> {
  await ctx.queues.apply(events.filter(isOneOf(QUEUE_EVENTS)), session)
  const ofGuests = events.filter(isOneOf([...GUEST_EVENTS, guestAlmostReady]))
  const guests = await ctx.guests.findByIds([...new Set(ofGuests.map(guestIdOf))], session)
  const steps: Step[] = await followBookings(ctx, events.filter(isOneOf(BOOKING_EVENTS)), session)
  const consents: ConsentRecord[] = []
  for (const event of ofGuests) {
    const id = guestIdOf(event)
    const before = guests.get(id)
    const isClose = event.type === guestAlmostReady.type
    const guest = (isClose ? guestCloseBy : guestAfter)(before, event)
    if (!isClose) {
      guests.set(id, guest)
      consents.push(...consentBy(event, before, guest))
    }
    const step = await stepFor(ctx, event, guest, session)
    if (step) steps.push(step)
  }
  await ctx.guests.put([...guests.values()], session)
  await planReminders(ctx, ofGuests, guests, session)
  await ctx.consents.insertMany(consents, session)
  await keepNew(ctx, steps, session)
  return steps.length > 0
}

/** The notification that an event is an occasion for, if any and not switched off. */
async function stepFor(
  ctx: NotificationContext,
  event: CloudEvent,
  guest: GuestRecord,
  session: ClientSession,
) {
  const occasion = occasionOf(event)
  if (!occasion) return undefined
  const chosen = chosenWords(event)
  const { automatic } = await ctx.queueMessages.find(guest.organization_id, guest.queue_id, session)
  // Who chooses words wants them sent.
  if (!chosen && !automatic[occasion.kind]) return undefined
  const filled = await (chosen
    ? wordsAsChosen(ctx, chosen, guest, session)
    : usualWords(ctx, occasion.kind, guest, session))
  return occasionalNotification({ event, occasion, guest, filled, now: ctx.clock.now() })
}
