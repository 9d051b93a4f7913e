import { type CloudEvent, calendarBusyReplaced } from '@usher/contracts'
import { inTransaction, PermanentError } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { noteFreedProvider } from '../freed/freed.ts'
import type { Range } from '../slots/sweep.ts'
import type { CalendarRecord } from './calendar-store.ts'
import { isStale } from './stale.ts'

/** Stores the busy times of linked calendars. Idempotent, and independent of event order. */
export const createBusyHandler =
  (ctx: BookingPlatformContext) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const { organizationid: organization_id, sequence, data } of events) {
      const parsed = calendarBusyReplaced.data.safeParse(data)
      if (!parsed.success) throw new PermanentError('not the busy times of a provider')
      const { provider_id: _id, as_of, linked = true } = parsed.data
      const busy = linked ? parsed.data.busy : []
      await replaceBusy(ctx, {
        _id,
        organization_id,
        sequence,
        as_of: new Date(as_of),
        linked,
        busy: busy.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) })),
      })
    }
  }

type State = Omit<CalendarRecord, 'changed'>

/** Stores the state of a calendar, and notes what it frees for customers on standby. */
async function replaceBusy(ctx: BookingPlatformContext, after: State): Promise<void> {
  const { _id, organization_id } = after
  const before = (await ctx.standbys.anyOpen(organization_id))
    ? (await ctx.calendars.read(organization_id, [_id])).get(_id)
    : undefined
  await ctx.calendars.put(after)
  const freed = before && (await freedFrom(ctx, before, after))
  if (freed) await inTransaction(ctx.connection, (session) => noteFreedProvider(session, ctx, after, freed))
}

/** The time that a new state frees, if any; from now on for all time if that is not known. */
async function freedFrom(ctx: BookingPlatformContext, before: CalendarRecord, after: State) {
  if (after.sequence < before.sequence) return false
  const [provider] = await ctx.providers.findMany(after.organization_id, [after._id])
  const now = ctx.clock.now()
  // An event that is redelivered was stored, but perhaps not noted.
  const isAny = after.sequence === before.sequence || (provider && isStale(provider, before, now))
  if (isAny) return {}
  const range = freedBetween(before.busy, after.busy)
  return range && range.to > now.getTime() && { from: new Date(range.from), to: new Date(range.to) }
}

type Busy = CalendarRecord['busy']

/**
 * From the first to the last moment that was busy and is not any more; undefined if there is none. Sweeps once over both:
 * a calendar may have tens of thousands of times, and others wait meanwhile.
 */
export function freedBetween(before: Busy, after: Busy): Range | undefined {
  const edges = [...edgesOf(before, 'was'), ...edgesOf(after, 'is')].sort((a, b) => a.at - b.at)
  const open = { was: 0, is: 0 }
  let freed: Range | undefined
  for (const [index, { at, side, change }] of edges.entries()) {
    open[side] += change
    const next = edges[index + 1]?.at ?? at
    if (open.was > 0 && open.is === 0 && next > at) freed = { from: freed?.from ?? at, to: next }
  }
  return freed
}

const edgesOf = (times: Busy, side: 'was' | 'is') =>
  times.flatMap(({ start, end }) => [
    { at: start, side, change: 1 },
    { at: end, side, change: -1 },
  ])
