import { setTimeout } from 'node:timers/promises'
import { type Arrived, operations } from '@usher/contracts'
import {
  type AddressThrottle,
  createAddressThrottle,
  inTransaction,
  notFound,
  type OpenOperationRouter,
  withAuditNote,
} from '@usher/service-kit'
import { type BookingRecord, bookingChanges } from '../bookings/booking.ts'
import { noteOf, originOf } from '../bookings/by-customer.ts'
import type { BookingPlatformContext } from '../context.ts'
import { checkInBooking } from './check-in-booking.ts'
import { findArrival } from './find-arrival.ts'

/** Wrong contacts from one network address at one queue in ten minutes; right ones are not counted. */
const MAX_MISSES = 10

/** How long to wait for the queue's answer, in ms: it usually takes some tenths of a second. */
const MAX_WAIT_MS = 2_000
const LOOK_EVERY_MS = 100

export const createArrivalThrottle = ({ connection }: BookingPlatformContext): Promise<AddressThrottle> =>
  createAddressThrottle(connection, {
    name: 'arrivals',
    refusal: 'No booking was found too often from your network. Ask the staff.',
  })

/** Route for customers who check in on the join page of a queue. */
export function arrivalRoutes(
  ctx: BookingPlatformContext,
  { on }: OpenOperationRouter,
  throttle: AddressThrottle,
): void {
  on(operations.arriveAtQueue, async (call) => {
    const { params, body, clientAddress: address } = call
    const queue = await ctx.queueCopies.bySlug(params.slug)
    if (!queue) throw notFound('queue')
    const note = noteOf(queue)
    return await withAuditNote(note, async () => {
      const use = { of: queue._id, address, max: MAX_MISSES }
      const { found } = await throttle.counted(use, async (refusal) => {
        if (refusal) throw refusal
        const booking = await findArrival(ctx, queue, body.contact)
        return { found: booking, replayed: booking !== undefined }
      })
      if (!found) throw notFound('booking')
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
  const until = performance.now() + MAX_WAIT_MS
  let current = booking
  while (!current.guest_id && !current.check_in_error && performance.now() < until) {
    await setTimeout(LOOK_EVERY_MS)
    current = await bookings.require(booking.organization_id, booking._id)
  }
  return current
}

const presentArrived = ({ start, time_zone, service_name, check_in_error }: BookingRecord): Arrived => ({
  ...{ start: start.toISOString(), timezone: time_zone },
  ...{ service_name, check_in_error },
})
