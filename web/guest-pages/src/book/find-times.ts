import { type OwnSlot, operations } from '@usher/contracts'
import { localDate } from '@usher/contracts/zones'
import { Refused } from '@usher/service-kit'
import type { Request } from 'express'
import type { Ask } from '../ask.ts'
import { addDays, dateGiven, type Week, weekFrom } from '../times/week.ts'
import type { BookPlace } from './book-place.ts'
import { type Choice, wantedOf, zoneOf } from './choice.ts'

/** How far to look at once, and how often, for the first week that has a free time. */
const REACH_DAYS = 14
const REACHES = 6

/** Finds the free times from a date until before another. */
type Find = (from: string, to: string) => Promise<OwnSlot[]>

export interface FoundTimes {
  readonly week: Week
  readonly slots: readonly OwnSlot[]
  /** In a week without free times: the next one after it. */
  readonly next: OwnSlot | undefined
}

interface Asked {
  readonly place: BookPlace
  readonly choice: Choice
  readonly now: Date
}

/** The free times of the week in `?from=`, else of the first week that has some. */
export async function findTimes(ask: Ask, req: Request, { place, choice, now }: Asked): Promise<FoundTimes> {
  const timezone = zoneOf(choice, place.page)
  const find = finder((from, to) => {
    const query = { ...wantedOf(choice), timezone, from, to }
    return ask(req, operations.listOnlineTimes, { params: { slug: place.slug }, query }).then(
      ({ data }) => data,
    )
  })
  const today = localDate(now, timezone)
  const asked = dateGiven(req.query.from)
  const week = weekFrom(asked ?? today, today)
  const slots = await find(week.from, week.to)
  if (slots.length > 0) return { week, slots, next: undefined }
  const next = await firstFrom(find, week.to)
  if (asked !== undefined || !next) return { week, slots, next }
  const first = weekFrom(localDate(next.start, timezone), today)
  return { week: { ...first, earlier: undefined }, slots: await find(first.from, first.to), next: undefined }
}

async function firstFrom(find: Find, date: string): Promise<OwnSlot | undefined> {
  for (let reach = 0; reach < REACHES; reach++) {
    const [first] = await find(addDays(date, reach * REACH_DAYS), addDays(date, (reach + 1) * REACH_DAYS))
    if (first) return first
  }
  return undefined
}

/** Halves ranges that are too long to search at once: those of many starts and providers. */
function finder(ask: Find): Find {
  const find: Find = async (from, to) => {
    try {
      return await ask(from, to)
    } catch (error) {
      const days = (Date.parse(to) - Date.parse(from)) / (Date.parse(addDays(from, 1)) - Date.parse(from))
      if (!(isTooLong(error) && days > 1)) throw error
      const middle = addDays(from, Math.floor(days / 2))
      return [...(await find(from, middle)), ...(await find(middle, to))]
    }
  }
  return find
}

const isTooLong = (error: unknown): boolean =>
  error instanceof Refused && !!error.problem.errors?.some(({ code }) => code === 'range_too_long')
