import type { QueueContext } from '../context.ts'
import type { Command } from '../engine/command.ts'
import { withShow } from '../queue-state/show-rate.ts'
import type { ExpectedRecord } from '../records/expected-record.ts'

/** Copies deleted per run. */
const MAX_AT_ONCE = 1_000

type Options = Pick<QueueContext, 'expected' | 'queues' | 'writer' | 'clock'>

/**
 * Deletes the copies of bookings that were over a day ago. Their queues learn from each whether customers come; what a
 * crash loses here is not learnt.
 */
export async function forgetOver(ctx: Options): Promise<void> {
  const now = ctx.clock.now()
  const over: ExpectedRecord[] = []
  while (over.length < MAX_AT_ONCE) {
    const copy = await ctx.expected.takeOver(now)
    if (!copy) break
    over.push(copy)
  }
  const byKind = Map.groupBy(
    over.filter(hasOutcome),
    ({ organization_id, service_type_id }) => `${organization_id} ${service_type_id}`,
  )
  for (const ofKind of byKind.values()) await learnShows(ctx, ofKind)
}

/** Whether it says something about who comes: cancelled and unconfirmed bookings do not. */
const hasOutcome = ({ status, service_type_id }: ExpectedRecord): boolean =>
  service_type_id !== undefined && status !== 'cancelled' && status !== 'pending'

const hasCome = ({ guest_id, status }: ExpectedRecord): boolean =>
  guest_id !== undefined || status === 'completed'

async function learnShows({ queues, writer }: Options, copies: readonly ExpectedRecord[]): Promise<void> {
  const [first] = copies
  if (!first) return
  for (const queueId of await queues.expecting(first.organization_id, [first.service_type_id])) {
    const learning: Command = {
      queueId,
      decide(state) {
        if (!state) throw new Error(`the queue ${queueId} is gone`)
        const shows = copies.reduce((sums, copy) => withShow(sums, hasCome(copy)), state.queue.shows)
        return { state: { ...state, queue: { ...state.queue, ...(shows && { shows }) } }, events: [] }
      },
    }
    await writer.submit(learning)
  }
}
