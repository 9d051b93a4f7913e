import type { AvailabilityExplanation, SlotRule } from '@usher/contracts'
import type { BookingPlatformContext } from '../context.ts'
import { spanAt } from '../slots/busy.ts'
import { judge } from '../slots/judge.ts'
import { asOf } from './as-of.ts'
import type { Question } from './find-slots.ts'
import { fullDaysOf, isFullIn } from './full-days.ts'
import { boundsOf, calendarOf, closedBy, selectProviders } from './question.ts'

/** Explains, for each provider, why a start can or cannot be booked, by the same rules as booking. */
export async function explain(
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
    const { rules, seatsLeft } = judge(calendar, start, spec, boundsOf(type, now))
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
