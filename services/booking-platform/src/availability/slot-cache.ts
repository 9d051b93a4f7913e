import type { Slot } from '@usher/contracts'
import { isStale } from '../calendars/stale.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { Bounds } from '../slots/judge.ts'
import { findSlots, presentSlot, type Question } from './find-slots.ts'
import { fullDaysOf } from './full-days.ts'
import { createKeptSlots, keyOf, type SlotList } from './kept-slots.ts'
import { boundsOf } from './question.ts'
import { tagOf } from './tag.ts'

/**
 * Caches slots as long as their inputs are unchanged. The versions of the service type and its providers, the
 * ledger revisions of the requested months and the full days are read on every request, so a response is
 * never stale, whichever replica made a booking.
 */
export function createSlotCache() {
  const kept = createKeptSlots()
  /** The slots that can be booked now. @throws ProblemError `not_found` for another provider */
  return async (ctx: BookingPlatformContext, question: Question): Promise<SlotList> => {
    const { organizationId, type, spec, providerId, range, timezone } = question
    const [providers, ledgers, calendars, fullDays] = await Promise.all([
      ctx.providers.states(organizationId, type.provider_ids),
      ctx.ledgers.revisions(organizationId, type.provider_ids, range),
      ctx.calendars.states(organizationId, type.provider_ids),
      fullDaysOf(ctx, question, range),
    ])
    const facts = [organizationId, type._id, type.version, spec, providerId, range, timezone]
    const revisions = ledgers.map(({ key: revision }) => revision)
    const versions = providers.map(({ _id, version }) => `${_id} ${version}`)
    const elsewhere = calendars.map((calendar) => {
      const provider = providers.find(({ _id }) => _id === calendar._id)
      const isOutdated = provider !== undefined && isStale(provider, calendar, ctx.clock.now())
      return `${calendar._id} ${calendar.changed} ${isOutdated}`
    })
    const key = keyOf([facts, versions, revisions, elsewhere, [...fullDays]])
    const now = ctx.clock.now().getTime()
    let cached = kept.get(key)
    if (!cached || cached.until <= now) {
      const until = Math.min(...ledgers.flatMap(({ expirations }) => expirations.filter((at) => at > now)))
      const slots = await findSlots(ctx, { ...question, fullDays, isUnbounded: true })
      cached = { ...slotList(slots.map((slot) => presentSlot(slot, spec))), until }
      kept.set(key, cached)
    }
    return within(cached, boundsOf(type, ctx.clock.now()))
  }
}

const slotList = (data: Slot[]): SlotList => ({ data, etag: tagOf(data) })

/** Removes slots outside notice and horizon; usually there are none. */
function within(cached: SlotList, { earliest, latest }: Bounds): SlotList {
  const isWithin = ({ start }: Slot) => Date.parse(start) >= earliest && Date.parse(start) <= latest
  const [first, last] = [cached.data[0], cached.data.at(-1)]
  if (!first || !last || (isWithin(first) && isWithin(last))) return cached
  return slotList(cached.data.filter(isWithin))
}
