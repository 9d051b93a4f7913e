import type { Slot } from '@usher/contracts'
import { DAY_MS } from '@usher/service-kit/durations'
import type { BookingPlatformContext } from '../context.ts'
import { presentSlot, type Question, readCalendars, slotsIn } from './find-slots.ts'
import { fullDaysOf } from './full-days.ts'
import { boundsOf } from './question.ts'
import { maxDaysOf, searchCost } from './work.ts'

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
export async function firstSlot(
  ctx: BookingPlatformContext,
  question: Omit<Question, 'range'>,
  from: number,
): Promise<First> {
  const { type, spec } = question
  const { earliest, latest } = boundsOf(type, ctx.clock.now())
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
