import { type AvailabilityExplanation, operations, type Slot, type SlotRule } from '@usher/contracts'
import type { OperationRouter } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { BookingPlatformContext } from '../context.ts'
import { durationOf } from '../service-types/service-type.ts'
import { spanAt } from '../slots/busy.ts'
import { judge } from '../slots/judge.ts'
import { asOf } from './as-of.ts'
import { presentSlot, type Question, readCalendars, slotsIn } from './find-slots.ts'
import { fullDaysOf, isFullIn } from './full-days.ts'
import { boundsOf, calendarOf, closedBy, selectProviders, slotSpecOf } from './question.ts'
import { momentOf, rangeAsked, requireBounded } from './range-asked.ts'
import type { SlotsContext } from './slot-cache.ts'
import { tagOf } from './tag.ts'
import { maxDaysOf, searchCost } from './work.ts'

const MAX_DAYS = 62

interface AvailabilityRequest {
  readonly service_type_id: string
  readonly provider_id?: string | undefined
  readonly duration?: number | undefined
  readonly seats: number
}

/** Routes for availability. */
export function availabilityRoutes(ctx: SlotsContext, { on }: OperationRouter): void {
  const { serviceTypes } = ctx

  const questionOf = async (
    asked: AvailabilityRequest,
    caller: { organization_id: string; timezone: string },
  ): Promise<Omit<Question, 'range'>> => {
    const type = await serviceTypes.require(caller.organization_id, asked.service_type_id)
    const spec = slotSpecOf(type, durationOf(type, asked.duration, '?duration'), asked.seats)
    const { organization_id: organizationId, timezone } = caller
    return { organizationId, timezone, type, spec, providerId: asked.provider_id }
  }

  on(operations.getAvailability, async ({ query, caller }) => {
    const zone = query.timezone ?? caller.timezone
    const range = rangeAsked(query, zone, MAX_DAYS)
    const question = { ...(await questionOf(query, caller)), range }
    requireBounded(question)
    // Read before the slots, so that it is never newer than they are.
    const as_of = await asOf(ctx, question)
    const by = { organization: question.organizationId }
    const { data, etag } = await ctx.cachedSlots(question, by)
    // One point per slot and provider, about the cost of writing them: the gateway limits callers' requests.
    await ctx.searches.spend(data.length * (1 + question.type.provider_ids.length), by)
    return { body: { data, as_of }, headers: { etag } }
  })

  on(operations.getFirstAvailable, async ({ query, caller }) => {
    const zone = query.timezone ?? caller.timezone
    const question = await questionOf(query, caller)
    const from = query.from === undefined ? ctx.clock.now().getTime() : momentOf(query.from, zone)
    const as_of = await asOf(ctx, question)
    const first = await firstSlot(ctx, question, from)
    return { body: { ...first, as_of }, headers: { etag: tagOf(first) } }
  })

  on(operations.explainAvailability, async ({ query, caller }) => {
    const question = await questionOf(query, caller)
    return { body: await explain(ctx, question, Date.parse(query.start)) }
  })
}

/** Explains, for each provider, why a start can or cannot be booked, by the same rules as booking. */
async function explain(
  ctx: BookingPlatformContext,
  question: Omit<Question, 'range'>,
  start: number,
): Promise<AvailabilityExplanation> {
  const { organizationId, type, spec, providerId } = question
  const { providers, ledgers, calendars, clock } = ctx
  const found = await providers.findMany(organizationId, type.provider_ids)
  const bookable = new Set(selectProviders(found, providerId))
  const asked = found.filter(({ _id }) => providerId === undefined || _id === providerId)
  const ids = asked.map(({ _id }) => _id)
  const range = { from: start, to: start + 1 }
  const now = clock.now()
  const taken = await ledgers.readNear(organizationId, ids, { range, remove: [], now })
  const elsewhere = await calendars.read(organizationId, ids)
  const fullDays = await fullDaysOf(ctx, question, range)
  const verdicts = asked.map((provider) => {
    const { _id } = provider
    const ofProvider = { ledger: taken.get(_id), elsewhere: elsewhere.get(_id) }
    const calendar = calendarOf(provider, ofProvider, now)
    const closed = closedBy(provider, ofProvider, spanAt(start, spec), now)
    const { rules, seatsLeft } = judge(calendar, start, spec, boundsOf(type, now, question.timezone))
    const isInactive = !type.active || type.archived_at !== null || !bookable.has(provider)
    const isFull = isFullIn(fullDays, provider.time_zone)(start)
    const all: SlotRule[] = [...rules]
    if (isInactive) all.unshift('inactive')
    if (isFull) all.push('day_full')
    if (closed) all.push(closed)
    const available = all.length === 0
    return { provider_id: provider._id, available, seats_left: available ? seatsLeft : 0, rules: all }
  })
  return {
    start: new Date(start).toISOString(),
    end: new Date(start + spec.duration).toISOString(),
    available: verdicts.some(({ available }) => available),
    providers: verdicts,
    as_of: await asOf(ctx, question),
  }
}

/** Maximum work per request, in multiples of what one search for times may cost. */
const MAX_WORK = 4

interface First {
  readonly data: Slot | null
  /** If no slot was found yet, where to continue; null: none up to the horizon. */
  readonly next_from: string | null
}

/**
 * The first slot at or after an instant. Calendars are read once and searched a day at a time, so that
 * other requests are served in between.
 *
 * @throws ProblemError `not_found`, `rate_limited`
 */
async function firstSlot(
  ctx: BookingPlatformContext,
  question: Omit<Question, 'range'>,
  from: number,
): Promise<First> {
  const { type, spec } = question
  const { earliest, latest } = boundsOf(type, ctx.clock.now(), question.timezone)
  const max = maxDaysOf(question)
  const begin = Math.max(from, earliest)
  const end = Math.min(latest + 1, begin + MAX_WORK * max * DAY_MS)
  const open = await readCalendars(ctx, { ...question, range: { from: begin, to: end } })
  if (!type.active || type.archived_at || begin >= end) return { data: null, next_from: null }
  const fullDays = await fullDaysOf(ctx, question, { from: begin, to: end })
  for (let at = begin; at < end; at += DAY_MS) {
    const range = { from: at, to: Math.min(at + DAY_MS, end) }
    await ctx.searches.spend(searchCost(question, 1), { organization: question.organizationId })
    await ctx.searches.turn(question.organizationId)
    const [first] = slotsIn(open, { ...question, range, fullDays })
    if (first) return { data: presentSlot(first, spec), next_from: null }
  }
  return { data: null, next_from: end > latest ? null : new Date(end).toISOString() }
}
