import {
  BOOKING_EVENTS,
  bookingCodeRequested,
  type CloudEvent,
  GUEST_EVENTS,
  guestAlmostReady,
  MESSAGED_STANDBY_EVENTS,
  QUEUE_EVENTS,
} from '@usher/contracts'
import { type BatchFacts, inTransaction, isDuplicateKey } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { followBookings } from '../bookings/follow-bookings.ts'
import { followStandbys } from '../bookings/follow-standbys.ts'
import { noteActsIn } from '../checks/shared-limits.ts'
import { type ConsentRecord, consentBy } from '../consent/consent.ts'
import type { NotificationContext } from '../context.ts'
import { guestAfter, guestCloseBy, guestIdOf } from '../guests/guest-copy.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { codeMessage } from '../messages/code-message.ts'
import { composeMessage, guestRecipient } from '../messages/compose-message.ts'
import type { Step } from '../notifications/lifecycle.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import type { Sender } from '../sending/dispatcher.ts'
import { keepNew } from './keep-new.ts'
import { callOf, isCallTakenBack, occasionOf } from './occasions.ts'
import { planReminders } from './plan-reminders.ts'

const isOneOf =
  (definitions: readonly { readonly type: string }[]) =>
  ({ type }: CloudEvent): boolean =>
    definitions.some((definition) => definition.type === type)

const isOfGuest = isOneOf(GUEST_EVENTS)

/** Whether the event's guest has neither phone number nor e-mail address. */
function lacksAddresses(event: CloudEvent): boolean {
  const { phone, email } = (event.data ?? {}) as Partial<GuestRecord>
  return isOfGuest(event) && !phone && !email
}

interface Followed {
  readonly isRepeated: boolean
  readonly claimNew: Sender['claimNew']
  readonly session: ClientSession
}

/**
 * Applies events of guests, queues and bookings, and creates the notifications they call for, in one commit. No inbox
 * is needed for redelivered events: copies are updated by sequence, and each cause has one notification. Events of
 * unreachable guests never cause a notification, so they need no transaction either.
 */
export function createEventHandler(ctx: NotificationContext, { claimNew, send }: Sender) {
  const followTogether = (events: readonly CloudEvent[], isRepeated: boolean) =>
    inTransaction(ctx.connection, (session) => follow(ctx, events, { isRepeated, claimNew, session }))
  return async (events: readonly CloudEvent[], { repeated }: Pick<BatchFacts, 'repeated'>): Promise<void> => {
    const unique = [...new Map(events.map((event) => [event.id, event])).values()]
    const withPush = await ctx.guests.withPush(unique.filter(lacksAddresses).map(guestIdOf))
    const { quiet = [], telling = [] } = Object.groupBy(unique, (event) =>
      lacksAddresses(event) && !withPush.has(guestIdOf(event)) ? 'quiet' : 'telling',
    )
    await noteActsIn(ctx, unique)
    await ctx.guests.take(quiet.map((event) => guestAfter(undefined, event)))
    if (telling.length === 0) return
    const isRepeated = telling.some(({ id }) => repeated.has(id))
    const made = await followTogether(telling, isRepeated).catch((error) => {
      if (isRepeated || !isDuplicateKey(error)) throw error
      return followTogether(telling, true)
    })
    send(made)
  }
}

/** Returns the notifications created. */
async function follow(
  ctx: NotificationContext,
  events: readonly CloudEvent[],
  { session, ...keeping }: Followed,
): Promise<NotificationRecord[]> {
  await ctx.queues.apply(events.filter(isOneOf(QUEUE_EVENTS)), session)
  const ofGuests = events.filter(isOneOf([...GUEST_EVENTS, guestAlmostReady]))
  const known = await ctx.guests.findByIds(ofGuests.map(guestIdOf), session)
  const guests = new Map(known)
  const steps: Step[] = [
    ...(await followBookings(ctx, events.filter(isOneOf(BOOKING_EVENTS)), session)),
    ...(await followStandbys(ctx, events.filter(isOneOf(MESSAGED_STANDBY_EVENTS)))),
  ]
  for (const event of events.filter(isOneOf([bookingCodeRequested]))) {
    steps.push(await codeMessage(ctx, event))
  }
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
    const step = await stepFor(ctx, event, guest, steps)
    if (step) steps.push(step)
  }
  await ctx.guests.put(
    [...guests.values()].filter((guest) => guest !== known.get(guest._id)),
    session,
  )
  await planReminders(ctx, ofGuests, known, guests, session)
  await ctx.consents.insertMany(consents, session)
  return await keepNew(ctx, steps, session, keeping)
}

/** Whether the message of a call was sent before the call was taken back: only then does it need a correction. */
async function wasCallSent(
  { notifications }: NotificationContext,
  takenBackAt: Date,
  guest: GuestRecord,
  steps: readonly Step[],
): Promise<boolean> {
  const here = steps.findLast(({ record }) => record.guest_id === guest._id && record.kind === 'ready')
  const call = here?.record ?? (await notifications.lastOfKind(guest, 'ready'))
  return call !== null && (call.send_at === null || call.send_at <= takenBackAt)
}

/**
 * The notification that an event calls for, if any and not switched off.
 *
 * @param steps notifications of earlier events in the same commit
 */
async function stepFor(
  ctx: NotificationContext,
  event: CloudEvent,
  guest: GuestRecord,
  steps: readonly Step[],
) {
  const occasion = occasionOf(event)
  if (!occasion) return undefined
  if (isCallTakenBack(event) && !(await wasCallSent(ctx, new Date(event.time), guest, steps)))
    return undefined
  const { message: chosen = null, desk = null } = callOf(event)
  const { automatic } = await ctx.queueMessages.recall(guest.organization_id, guest.queue_id)
  // Staff who choose a text want it sent.
  if (!chosen && !automatic[occasion.kind]) return undefined
  const recipient = guestRecipient(guest)
  return recipient && (await composeMessage(ctx, { ...occasion, chosen }, recipient, { desk }))
}
