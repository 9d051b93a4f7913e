import type { Slot } from '@usher/contracts'
import { LRUCache } from 'lru-cache'
import { isStale } from '../calendars/stale.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { Bounds } from '../slots/judge.ts'
import { localDays } from '../slots/local-days.ts'
import type { Range } from '../slots/sweep.ts'
import { presentSlot, type Question, readCalendars, slotsIn } from './find-slots.ts'
import { fullDaysOf } from './full-days.ts'
import { boundsOf } from './question.ts'
import type { Payers } from './searches.ts'
import { hashOf, tagOf } from './tag.ts'
import { searchCost } from './work.ts'

/** The context of features that show slots. */
export interface SlotsContext extends BookingPlatformContext {
  readonly cachedSlots: CachedSlots
}

/** Slots as returned to clients, with their entity tag. */
interface SlotList {
  readonly data: Slot[]
  readonly etag: string
}

/** The slots of one local day. */
interface Day extends SlotList {
  /** When the first blocking hold expires, in ms since 1970. */
  readonly until: number
}

/** Maximum size of the cache, in slots plus their providers: some 100 MB. */
const MAX_KEPT = 1_000_000
/** Cost of a cache entry without its slots, in the same unit. */
const ENTRY_COST = 10
const MAX_DAYS_KEPT = 20_000
/** Days whose inputs changed are never read again, so let them expire. */
const KEPT_MS = 3_600_000

/** The slots that can be booked now. @throws ProblemError `not_found` for another provider, `rate_limited` */
export type CachedSlots = (question: Question, by: Payers) => Promise<SlotList>

/**
 * Caches slots by local day, as long as their inputs are unchanged: a request for other hours, or for more days, searches
 * only the days not found yet. The versions of the service type and its providers, the ledger revisions of the months and
 * the full days are read on every request, so a response is never stale, whichever replica made a booking.
 */
export function createSlotCache(ctx: BookingPlatformContext): CachedSlots {
  const kept = new LRUCache<string, Day>({
    max: MAX_DAYS_KEPT,
    maxSize: MAX_KEPT,
    ttl: KEPT_MS,
    sizeCalculation: ({ data }) => data.reduce((sum, slot) => sum + 1 + slot.provider_ids.length, ENTRY_COST),
  })
  /** Searches in progress, shared by requests for the same days. */
  const searching = new Map<string, Promise<readonly Day[]>>()

  const freshDay = (inputs: Inputs, range: Range): Day | undefined => {
    const day = kept.get(keyOf(inputs, range))
    return day && day.until > ctx.clock.now().getTime() ? day : undefined
  }

  const search = async (
    question: Question,
    days: readonly Range[],
    inputs: Inputs,
  ): Promise<readonly Day[]> => {
    const { organizationId, type, spec } = question
    const open = await readCalendars(ctx, { ...question, range: around(days) }, inputs.now)
    const isOpen = type.active && !type.archived_at
    const searchDay = (range: Range): Day => {
      const slots = isOpen ? slotsIn(open, { ...question, range, fullDays: inputs.fullDays }) : []
      const data = slots.map((slot) => presentSlot(slot, spec))
      const day = { data, etag: tagOf(data), until: inputs.until }
      kept.set(keyOf(inputs, range), day)
      return day
    }
    const found: Day[] = []
    for (const range of days) {
      await ctx.searches.turn(organizationId)
      // Other requests may have found the day while this one waited.
      found.push(freshDay(inputs, range) ?? searchDay(range))
    }
    return found
  }

  /** Joins a search in progress for the same days, or pays for its own. */
  const searchOnce = async (
    question: Question,
    days: readonly Range[],
    inputs: Inputs,
    by: Payers,
  ): Promise<readonly Day[]> => {
    const key = `${inputs.key} ${days.map(({ from }) => from).join(' ')}`
    const begun = searching.get(key)
    // The request that began it may have been refused.
    const found = begun && (await begun.catch(() => undefined))
    if (found) return found
    const own = ctx.searches
      .spend(searchCost(question, days.length), by)
      .then(() => search(question, days, inputs))
      .finally(() => searching.delete(key))
    searching.set(key, own)
    return await own
  }

  return async (question, by) => {
    const { range, timezone, type } = question
    const days = localDays(range, timezone)
    const inputs = await inputsOf(ctx, { ...question, range: monthsOf(around(days)) })
    const found = new Map(days.map((day) => [day, freshDay(inputs, day)]))
    const missing = days.filter((day) => found.get(day) === undefined)
    if (missing.length > 0) {
      const searched = await searchOnce(question, missing, inputs, by)
      for (const [place, day] of missing.entries()) found.set(day, searched[place])
    }
    const list = [...found.values()].filter((day) => day !== undefined)
    return within(list, range, boundsOf(type, ctx.clock.now(), timezone))
  }
}

/**
 * The inputs that determine the slots of a question. A search reads its data after them, so it may find later data, and
 * keeps that under the earlier key: no key may therefore ever return.
 */
interface Inputs {
  readonly key: string
  /** When they were read. */
  readonly now: Date
  readonly fullDays: ReadonlySet<string>
  readonly until: number
}

async function inputsOf(ctx: BookingPlatformContext, question: Question): Promise<Inputs> {
  const { organizationId, type, spec, providerId, range, timezone } = question
  const [providers, ledgers, calendars, fullDays] = await Promise.all([
    ctx.providers.states(organizationId, type.provider_ids),
    ctx.ledgers.revisions(organizationId, type.provider_ids, range),
    ctx.calendars.states(organizationId, type.provider_ids),
    fullDaysOf(ctx, question, range),
  ])
  const now = ctx.clock.now()
  const facts = [organizationId, type._id, type.version, spec, providerId, timezone]
  const revisions = ledgers.map(({ key: revision }) => revision)
  const versions = providers.map(({ _id, version }) => `${_id} ${version}`)
  const elsewhere = calendars.map((calendar) => {
    const provider = providers.find(({ _id }) => _id === calendar._id)
    const isOutdated = provider !== undefined && isStale(provider, calendar, now)
    return `${calendar._id} ${calendar.changed} ${isOutdated && calendar.as_of.getTime()}`
  })
  const expirations = ledgers.flatMap(({ expirations: all }) => all.filter((at) => at > now.getTime()))
  return {
    key: hashOf([facts, versions, revisions, elsewhere, [...fullDays]]),
    now,
    fullDays,
    until: Math.min(...expirations),
  }
}

const keyOf = ({ key }: Inputs, { from }: Range): string => `${key} ${from}`

const around = (days: readonly Range[]): Range => ({
  from: days[0]?.from ?? 0,
  to: days.at(-1)?.to ?? 0,
})

/** The months, in UTC, that a range touches: the inputs of its days are then the same for other ranges. */
function monthsOf({ from, to }: Range): Range {
  const [first, last] = [new Date(from), new Date(to)]
  return {
    from: Date.UTC(first.getUTCFullYear(), first.getUTCMonth()),
    to: Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1),
  }
}

/** Joins days, without slots outside the range, notice and horizon; the tag is weak, as answers may be compressed. */
function within(days: readonly Day[], { from, to }: Range, { earliest, latest }: Bounds): SlotList {
  // Compared as text, as all starts are UTC with milliseconds: parsing thousands of them takes milliseconds.
  const first = new Date(Math.max(from, earliest)).toISOString()
  const last = new Date(Math.min(to - 1, latest)).toISOString()
  const isWithin = ({ start }: Slot) => start >= first && start <= last
  const isWhole = ({ data }: Day) => {
    const [begin, end] = [data[0], data.at(-1)]
    return !begin || !end || (isWithin(begin) && isWithin(end))
  }
  const tags: string[] = []
  const data = days.flatMap((day) => {
    const shown = isWhole(day) ? day.data : day.data.filter(isWithin)
    tags.push(`${day.etag} ${shown.length} ${shown[0]?.start}`)
    return shown
  })
  return { data, etag: tagOf(tags) }
}
