import { DAY_MS } from '@usher/service-kit/durations'
import { z } from 'zod'

const DAYS = 7

/** Dates in a time zone: the first, and the day after the last. */
export interface Week {
  readonly from: string
  readonly to: string
  /** First dates of the neighbouring weeks; there is none before today. */
  readonly earlier: string | undefined
  readonly later: string
}

/** Seven days from a date, but never from before today. */
export function weekFrom(date: string, today: string): Week {
  const from = laterOf(date, today)
  return {
    from,
    to: addDays(from, DAYS),
    earlier: from === today ? undefined : laterOf(addDays(from, -DAYS), today),
    later: addDays(from, DAYS),
  }
}

/** A date before the year 9999, whose end four digits cannot write. */
const date = z.iso.date().refine((text) => text < '9999')

/** A date as given in a query, if it is one. */
export const dateGiven = (text: unknown): string | undefined => date.safeParse(text).data

/** The later of two ISO dates. */
export const laterOf = (...dates: [string, string]): string => dates.toSorted()[1] as string

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
