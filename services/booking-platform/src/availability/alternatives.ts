import type { Slot } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { BookingPlatformContext } from '../context.ts'
import { findSlots, presentSlot, type Question } from './find-slots.ts'
import { maxDaysOf, searchCost } from './work.ts'

const ALTERNATIVES = 3
/** Distances to search around the start, in days, until enough slots are found. */
const REACHES = [1, 7, 31]

/**
 * The slots nearest to a refused start, nearest first; of two at the same distance, the earlier first. Fewer if the
 * organisation has used up its budget for searches: nothing else limits refused bookings.
 */
export async function alternativesTo(
  ctx: BookingPlatformContext,
  start: number,
  question: Omit<Question, 'range'>,
): Promise<Slot[]> {
  let nearest: Slot[] = []
  const max = maxDaysOf(question)
  for (const days of REACHES.filter((reach, index) => index === 0 || 2 * reach <= max)) {
    if (!(await canSpend(ctx, searchCost(question, 2 * days), question.organizationId))) break
    const range = { from: start - days * DAY_MS, to: start + days * DAY_MS }
    const slots = await findSlots(ctx, { ...question, range })
    nearest = slots
      .sort((a, b) => Math.abs(a.start - start) - Math.abs(b.start - start) || a.start - b.start)
      .slice(0, ALTERNATIVES)
      .map((slot) => presentSlot(slot, question.spec))
    if (nearest.length === ALTERNATIVES) break
  }
  return nearest
}

const canSpend = (
  { searches }: BookingPlatformContext,
  cost: number,
  organization: string,
): Promise<boolean> =>
  searches.spend(cost, { organization }).then(
    () => true,
    (error) => {
      if (!(error instanceof ProblemError)) throw error
      return false
    },
  )
