import { setTimeout } from 'node:timers/promises'
import { type Arrived, cleanedEmail, operations } from '@usher/contracts'
import {
  inTransaction,
  normalizePhone,
  notFound,
  type OperationRouter,
  withAuditNote,
} from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import { type BookingRecord, bookingChanges } from '../bookings/booking.ts'
import { noteOf, originOf } from '../bookings/by-customer.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { QueueCopy } from '../queue-copies/queue-copy-store.ts'
import { AROUND_MS, checkInRefusal, isAround, isCheckedIn } from './check-in.ts'
import { checkInBooking } from './check-in-booking.ts'

/** How long to wait for the queue's answer, in ms: it usually takes some tenths of a second. */
const MAX_WAIT_MS = 2_000
const LOOK_EVERY_MS = 100
/** Maximum check-ins that wait for the queue in this process; others are answered before it has handled them. */
const MAX_WAITING = 50

let waiting = 0

/** Route for customers who check in on the join page of a queue. */
export function arrivalRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  on(operations.arriveAtQueue, async (call) => {
    const { params, body, clientAddress: address } = call
    const queue = await ctx.queueCopies.bySlug(params.slug)
    if (!queue) throw notFound('queue')
    const note = noteOf(queue)
    return await withAuditNote(note, async () => {
      const shownTo = { organizationId: queue.organization_id, resource: queue.organization_id }
      const looking = { queue: queue._id, address }
      const found = await ctx.guard.attempt(
        'check_in',
        looking,
        async ({ refusal }) => {
          if (refusal) throw refusal
          const booking = await findArrival(ctx, queue, body.contact)
          if (!booking) throw notFound('booking')
          return booking
        },
        { shownTo },
      )
      const target = { organizationId: queue.organization_id, id: found._id, ifMatch: undefined }
      const given = { queue_id: queue._id }
      const { before, after } = await inTransaction(ctx.connection, (session) =>
        checkInBooking(session, ctx, { target, given, origin: originOf(queue, call) }),
      )
      return {
        body: presentArrived(await whenHandled(ctx, after)),
        audit: { ...note, resource: after._id, changes: bookingChanges(before, after) },
      }
    })
  })
}

/** The booking once the queue has taken or refused its customer, or as it is by then. */
async function whenHandled(
  { bookings }: BookingPlatformContext,
  booking: BookingRecord,
): Promise<BookingRecord> {
  if (waiting >= MAX_WAITING) return booking
  waiting += 1
  try {
    const until = performance.now() + MAX_WAIT_MS
    let current = booking
    while (!current.guest_id && !current.check_in_error && performance.now() < until) {
      await setTimeout(LOOK_EVERY_MS)
      current = await bookings.require(booking.organization_id, booking._id)
    }
    return current
  } finally {
    waiting -= 1
  }
}

const presentArrived = ({ start, time_zone, service_name, check_in_error }: BookingRecord): Arrived => ({
  start: start.toISOString(),
  timezone: time_zone,
  service_name,
  check_in_error,
})

/** Bookings of one customer that are looked at. */
const MAX_BOOKINGS = 50

type Options = Pick<BookingPlatformContext, 'bookings' | 'tokens' | 'clock'>

/**
 * The booking for now for which somebody has arrived at a queue: the earliest that can be checked in, else one that
 * is in this queue already.
 *
 * @param contact phone number, e-mail address or link of the booking
 */
async function findArrival(
  ctx: Options,
  queue: QueueCopy,
  contact: string,
): Promise<BookingRecord | undefined> {
  const now = ctx.clock.now()
  const near = (await bookingsOf(ctx, queue, contact)).filter(
    (booking) =>
      booking.status === 'confirmed' &&
      queue.service_type_ids.includes(booking.service_type_id) &&
      isAround(booking, now),
  )
  const isHere = (booking: BookingRecord) => isCheckedIn(booking) && booking.queue_id === queue._id
  return near.find((booking) => !checkInRefusal(booking, now)) ?? near.find(isHere)
}

async function bookingsOf(
  { bookings, tokens, clock }: Options,
  { organization_id, country }: QueueCopy,
  contact: string,
): Promise<BookingRecord[]> {
  const [, token] = /\/b\/([^/?#\s]+)/.exec(contact) ?? []
  if (token !== undefined) {
    const id = tokens.idOf(token)
    return id ? await bookings.findMany(organization_id, [id]) : []
  }
  const by = contact.includes('@') ? { email: cleanedEmail(contact) } : { phone: phoneIn(contact, country) }
  const now = clock.now().getTime()
  const starts = { from: new Date(now - DAY_MS), to: new Date(now + AROUND_MS + 1) }
  const filter = { ...by, ...starts, status: 'confirmed' } as const
  return await bookings.page(organization_id, filter, { after: undefined, limit: MAX_BOOKINGS })
}

/** Empty, which nobody has, where it is no phone number. */
function phoneIn(contact: string, country: string): string {
  try {
    return normalizePhone(contact, country)
  } catch {
    return ''
  }
}
