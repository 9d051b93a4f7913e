import { bookingHeartbeatSent, type CloudEvent } from '@usher/contracts'
import { type Origin, originOf, PermanentError } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { isWithinLine } from '../engine/load-expected.ts'
import { bookingCopyOf, isSameInLine } from './booking-copy.ts'
import { followGuestBooking } from './follow-guest-booking.ts'
import { reloadLines } from './reload-lines.ts'

/** What an event of a booking changes in lines. */
interface Effect {
  readonly origin: Origin
  /** Service types whose queues have to read again whom they expect. */
  readonly serviceTypeIds: readonly string[]
}

/**
 * Follows the bookings of all organisations: keeps copies, tells the lines that expect them, and those in which their
 * customers wait already. Safe to repeat, and in any order.
 */
export const createBookingHandler =
  (ctx: QueueContext) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    const isHeartbeat = ({ type }: CloudEvent) => type === bookingHeartbeatSent.type
    const effects = await Promise.all(
      events.filter((event) => !isHeartbeat(event)).map((event) => follow(ctx, event)),
    )
    for (const [, ofOne] of Map.groupBy(effects, ({ origin }) => origin.organizationId)) {
      const [{ origin }] = ofOne as [Effect]
      const serviceTypeIds = [...new Set(ofOne.flatMap((effect) => effect.serviceTypeIds))]
      await reloadLines(ctx, serviceTypeIds, origin)
    }
    // After the events that came before them.
    for (const event of events.filter(isHeartbeat)) await ctx.feed.heard(asOfIn(event))
  }

async function follow(ctx: QueueContext, event: CloudEvent): Promise<Effect> {
  const origin = originOf(event)
  const copy = bookingCopyOf(event)
  const before = await ctx.expected.find(copy.organization_id, copy._id)
  if (before && before.sequence > copy.sequence) return { origin, serviceTypeIds: [] }
  await ctx.expected.apply(copy)
  // Read again: the customer may have been checked in meanwhile.
  const after = await ctx.expected.find(copy.organization_id, copy._id)
  if (after?.guest_id) await followGuestBooking(ctx, after.guest_id, after, origin)
  const now = ctx.clock.now()
  const isNear = isWithinLine(copy.start, now) || (before?.start && isWithinLine(before.start, now))
  // One that was applied before may have been interrupted before it told the lines.
  const isSame = before && before.sequence < copy.sequence && isSameInLine(before, copy)
  if (!isNear || isSame) return { origin, serviceTypeIds: [] }
  return {
    origin,
    serviceTypeIds: [copy.service_type_id, ...(before?.service_type_id ? [before.service_type_id] : [])],
  }
}

function asOfIn({ data }: CloudEvent): Date {
  const parsed = bookingHeartbeatSent.data.safeParse(data)
  if (!parsed.success) throw new PermanentError('not the heartbeat of bookings')
  return new Date(parsed.data.as_of)
}
