import { bookingCopySent, type CloudEvent, queueDeleted, queueUpdated } from '@usher/contracts'
import {
  appendToOutbox,
  inTransaction,
  newEvent,
  type Origin,
  originOf,
  PermanentError,
} from '@usher/service-kit'
import { HOUR_MS } from '@usher/service-kit/durations'
import type { BookingRecord } from '../bookings/booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { QueueCopy } from './queue-copy-store.ts'

/**
 * Keeps copies of queues, and tells the queue service of the bookings that it cannot know yet. Safe to repeat, and in
 * any order.
 */
export const createQueueHandler =
  (ctx: BookingPlatformContext) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) {
      const copy = copyIn(event)
      await ctx.queueCopies.apply(copy)
      await sendCopies(ctx, copy.service_type_ids, originOf(event))
    }
  }

function copyIn({
  type,
  subject: _id,
  organizationid: organization_id,
  sequence,
  data,
}: CloudEvent): QueueCopy {
  const identity = { _id, organization_id, sequence }
  if (type === queueDeleted.type) return { ...identity, ...GONE }
  const parsed = queueUpdated.data.safeParse(data)
  if (!parsed.success) throw new PermanentError('not the settings of a queue')
  const { bookings, public_join, join } = parsed.data
  return {
    ...identity,
    public_join,
    service_type_ids: bookings?.service_type_ids ?? [],
    slug: join?.slug ?? null,
    country: join?.country ?? '',
  }
}

const GONE = { service_type_ids: [], public_join: false, slug: null, country: '' } as const

/** Bookings read and sent at a time. */
const PAGE = 200

/** Queues do not expect bookings that began longer ago. */
const PAST_MS = 12 * HOUR_MS

type Options = Pick<BookingPlatformContext, 'queueCopies' | 'bookings' | 'outbox' | 'connection' | 'clock'>

/**
 * Sends the queue service the confirmed bookings of service types that it may not know: those made before it kept
 * copies, and not changed since. Once for each service type: it hears of all others by their own events.
 */
async function sendCopies(ctx: Options, serviceTypeIds: readonly string[], origin: Origin): Promise<void> {
  for (const id of serviceTypeIds) {
    if (await ctx.queueCopies.isSent(origin.organizationId, id)) continue
    await sendOf(ctx, id, origin)
    await ctx.queueCopies.markSent(origin.organizationId, id)
  }
}

async function sendOf(ctx: Options, service_type_id: string, origin: Origin): Promise<void> {
  const from = new Date(ctx.clock.now().getTime() - PAST_MS)
  const filter = { status: 'confirmed', service_type_id, from } as const
  let after: string[] | undefined
  for (;;) {
    const found = await ctx.bookings.page(origin.organizationId, filter, { after, limit: PAGE })
    const events = found.map((booking) => copyEvent(booking, ctx.clock.now(), origin))
    if (events.length > 0)
      await inTransaction(ctx.connection, (session) => appendToOutbox(ctx.outbox, events, session))
    const last = found.at(-1)
    if (!last || found.length < PAGE) return
    after = [last.start.toISOString(), last._id]
  }
}

function copyEvent(booking: BookingRecord, time: Date, origin: Origin) {
  const { _id, version, status, service_type_id, seats, customer, start, end } = booking
  return newEvent(bookingCopySent, {
    subject: _id,
    sequence: version,
    time,
    origin,
    data: {
      id: _id,
      status,
      service_type_id,
      seats,
      customer,
      start: start.toISOString(),
      end: end.toISOString(),
    },
  })
}
