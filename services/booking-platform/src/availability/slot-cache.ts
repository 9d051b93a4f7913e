import type { Slot } from '@usher/contracts'
import type { BookingPlatformContext } from '../context.ts'
import type { Bounds } from '../slots/judge.ts'
import { findSlots, presentSlot, type Question } from './find-slots.ts'
import { fullDaysOf } from './full-days.ts'
import { createKeptSlots, keyOf, type Told } from './kept-slots.ts'
import { boundsOf, isStale } from './question.ts'
import { tagOf } from './tag.ts'

/**
 * Slots that were found before, for as long as all that they follow from is as it was: the versions of the service
 * type and its providers, the revisions of their ledgers in the months asked for and the days that are full are looked up
 * each time, so that an answer is never old, whichever replica a booking was made by.
 */
export function createSlotCache() {
  const kept = createKeptSlots()
  /** The slots that can be booked now. @throws ProblemError `not_found` for another provider */
  return async (ctx: BookingPlatformContext, question: Question): Promise<Told> => {
    const { organizationId, type, wanted, providerId, range, timezone } = question
    const [providers, ledgers, calendars, fullDays] = await Promise.all([
      ctx.providers.states(organizationId, type.provider_ids),
      ctx.ledgers.revisions(organizationId, type.provider_ids, range),
      ctx.calendars.states(organizationId, type.provider_ids),
      fullDaysOf(ctx, question, range),
    ])
    const facts = [organizationId, type._id, type.version, wanted, providerId, range, timezone]
    const revisions = ledgers.map(({ key: revision }) => revision)
    const versions = providers.map(({ _id, version }) => `${_id} ${version}`)
    const elsewhere = calendars.map((calendar) => {
      const provider = providers.find(({ _id }) => _id === calendar._id)
      return `${calendar._id} ${calendar.changed} ${isStale(provider ?? {}, calendar, ctx.clock.now())}`
    })
    const key = keyOf([facts, versions, revisions, elsewhere, [...fullDays]])
    const now = ctx.clock.now().getTime()
    let found = kept.get(key)
    if (!found || found.until <= now) {
      const until = Math.min(...ledgers.flatMap(({ expirations }) => expirations.filter((at) => at > now)))
      const slots = await findSlots(ctx, { ...question, fullDays, isUnbounded: true })
      found = { ...told(slots.map((slot) => presentSlot(slot, wanted))), until }
      kept.set(key, found)
    }
    return within(found, boundsOf(type, ctx.clock.now()))
  }
}

const told = (data: Slot[]): Told => ({ data, etag: tagOf(data) })

/** What can be booked by notice and horizon: mostly all of it. */
function within(found: Told, { earliest, latest }: Bounds): Told {
  const isWithin = ({ start }: Slot) => Date.parse(start) >= earliest && Date.parse(start) <= latest
  const [first, last] = [found.data[0], found.data.at(-1)]
  if (!first || !last || (isWithin(first) && isWithin(last))) return found
  return told(found.data.filter(isWithin))
}
