import { type OwnSlot, operations } from '@usher/contracts'
import { localDate } from '@usher/contracts/zones'
import { Refused } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { Request } from 'express'
import type { Ask } from '../ask.ts'
import { addMonths, monthGiven } from '../times/month.ts'
import { addDays, dateGiven, laterOf } from '../times/week.ts'
import type { BookPlace } from './book-place.ts'
import { type Choice, wantedOf, zoneOf } from './choice.ts'

/** How many months to look through for one with a free day. */
const REACH_MONTHS = 4

export interface FoundTimes {
  /** Such as "2026-12". */
  readonly month: string
  /** The dates of the month with a free time. */
  readonly free: ReadonlySet<string>
  /** The date whose times are shown; undefined: none is free. */
  readonly day: string | undefined
  readonly slots: readonly OwnSlot[]
  /** Whether a month before can be shown. */
  readonly hasEarlier: boolean
}

interface Asked {
  readonly place: BookPlace
  readonly choice: Choice
  readonly now: Date
}

/** The free days of the month in `?month=` or of `?day=`, else of the first one that has some, and the times of a day. */
export async function findTimes(ask: Ask, req: Request, { place, choice, now }: Asked): Promise<FoundTimes> {
  const timezone = zoneOf(choice, place.page)
  const params = { slug: place.slug }
  const wanted = (from: string, to: string) => ({
    params,
    query: { ...wantedOf(choice), timezone, from, to },
  })
  const today = localDate(now, timezone)
  const freeIn = async (month: string) => {
    const [from = '', to = ''] = [`${month}-01`, `${addMonths(month, 1)}-01`]
    const find = inParts(
      async (...range) => (await ask(req, operations.listOnlineDays, wanted(...range))).data,
    )
    return new Set((await find(laterOf(from, today), to)).map(({ date }) => date))
  }
  const current = today.slice(0, 7)
  const day = dateGiven(req.query.day)
  const asked = monthGiven(req.query.month) ?? day?.slice(0, 7)
  let month = asked === undefined || asked < current ? current : asked
  let free = await freeIn(month)
  for (let n = 1; asked === undefined && free.size === 0 && n < REACH_MONTHS; n += 1) {
    const next = await freeIn(addMonths(current, n))
    if (next.size > 0) [month, free] = [addMonths(current, n), next]
  }
  const [first] = free
  const shown = day?.startsWith(month) && day >= today ? day : first
  const { data: slots } = shown
    ? await ask(req, operations.listOnlineTimes, wanted(shown, addDays(shown, 1)))
    : { data: [] }
  return { month, free, day: shown, slots, hasEarlier: month > current }
}

/** Halves ranges that are too long to search at once: those of many starts and providers. */
function inParts<T>(ask: (from: string, to: string) => Promise<T[]>): typeof ask {
  return async function find(from: string, to: string): Promise<T[]> {
    try {
      return await ask(from, to)
    } catch (error) {
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
      if (!(isTooLong(error) && days > 1)) throw error
      const middle = addDays(from, Math.floor(days / 2))
      return [...(await find(from, middle)), ...(await find(middle, to))]
    }
  }
}

const isTooLong = (error: unknown): boolean =>
  error instanceof Refused && !!error.problem.errors?.some(({ code }) => code === 'range_too_long')
