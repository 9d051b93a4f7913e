import { operations } from '@usher/contracts'
import type { OperationRouter } from '@usher/service-kit'
import type { Access } from '../access.ts'
import type { QueueContext } from '../context.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import { presentLine } from './line-view.ts'

/** Route of the one line of a queue. */
export function lineRoutes(ctx: QueueContext, routes: OperationRouter): void {
  routes.on(operations.getQueueLine, async ({ params, caller }) => {
    const { guests, state } = await readLine(ctx, params.id, caller)
    const asOf = state.queue.bookings ? await ctx.feed.asOf() : null
    const seesBookings = caller.scopes.includes('bookings:read')
    return { body: presentLine({ guests, state, asOf, now: ctx.clock.now(), seesBookings }) }
  })
}

/** Guests listed, from the head of the line; those with a booking are listed wherever they stand. */
const MAX_GUESTS = 200

/**
 * The guests at the head of a line and those with a booking, with the queue.
 *
 * @throws ProblemError `not_found`, `forbidden`
 */
async function readLine(
  { reader, guests }: Pick<QueueContext, 'reader' | 'guests'>,
  queueId: string,
  access: Access,
): Promise<{ guests: GuestRecord[]; state: QueueState }> {
  const page = { behind: undefined, limit: MAX_GUESTS }
  const head = await reader.guestsInLine(queueId, access, page)
  const state = head?.state ?? (await reader.queue(queueId, access))
  const known = new Map(head?.guests.map((guest) => [guest._id, guest]))
  const listed = [...state.line.next(MAX_GUESTS), ...state.line.booked()]
  const missing = listed.flatMap(({ id }) => (known.has(id) ? [] : id))
  const others = missing.length > 0 ? await guests.byIds(missing) : new Map<string, GuestRecord>()
  const all = new Map([...known, ...others])
  const ids = new Set(listed.map(({ id }) => id))
  return { guests: [...ids].flatMap((id) => all.get(id) ?? []), state }
}
