import { type CloudEvent, queueDeleted, queueUpdated } from '@usher/contracts'
import { originOf, PermanentError } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import type { QueueCopy } from './queue-copy-store.ts'
import { sendCopies } from './send-copies.ts'

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
    ...{ ...identity, public_join },
    service_type_ids: bookings?.service_type_ids ?? [],
    ...{ slug: join?.slug ?? null, country: join?.country ?? '' },
  }
}

const GONE = { service_type_ids: [], public_join: false, slug: null, country: '' } as const
