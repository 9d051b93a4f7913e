import type { Schemas } from '../../api/client.ts'

const DAY_MS = 86_400_000

export type Statistics = Schemas['QueueStatistics']

const COUNTS = ['arrivals', 'guests', 'seated', 'left', 'removed', 'no_show', 'in_line'] as const

type Counts = Readonly<Record<(typeof COUNTS)[number], number>>

/** Figures of one queue, or of several together. */
export interface Totals extends Counts {
  /** How many were called or seated: whom the means are of. */
  readonly waited: number
  /** Mean wait in minutes; null if nobody was called or seated. */
  readonly meanWait: number | null
  /** Mean of quoted minus actual wait, in minutes. */
  readonly bias: number | null
}

/** Adds up queues. Means are weighted by the guests that they are of. */
export function totalsOf(all: readonly Statistics[]): Totals {
  const sum = (name: (typeof COUNTS)[number]) => all.reduce((total, one) => total + one[name], 0)
  return {
    ...(Object.fromEntries(COUNTS.map((name) => [name, sum(name)])) as Counts),
    waited: all.reduce((total, one) => total + (one.actual_wait?.count ?? 0), 0),
    meanWait: weightedMean(all.map((one) => [one.actual_wait?.mean, one.actual_wait?.count])),
    bias: weightedMean(all.map((one) => [one.quote_error?.bias, one.actual_wait?.count])),
  }
}

function weightedMean(values: readonly (readonly [mean?: number, count?: number])[]): number | null {
  const count = values.reduce((sum, [, of = 0]) => sum + of, 0)
  return count === 0 ? null : values.reduce((sum, [mean = 0, of = 0]) => sum + mean * of, 0) / count
}

/** Parties and people by date, of all queues together, from the first day with guests to the last. */
export function daysOf(all: readonly Statistics[]): Statistics['days'] {
  const days = new Map<string, Statistics['days'][number]>()
  for (const { date, arrivals, guests } of all.flatMap((one) => one.days)) {
    const day = days.get(date)
    days.set(date, {
      date,
      arrivals: arrivals + (day?.arrivals ?? 0),
      guests: guests + (day?.guests ?? 0),
    })
  }
  const dates = [...days.keys()].toSorted()
  return datesFrom(dates[0], dates.at(-1)).map((date) => days.get(date) ?? { date, arrivals: 0, guests: 0 })
}

/** All dates, days without guests included. */
function datesFrom(first = '', last = ''): string[] {
  const count = first === '' ? 0 : (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10),
  )
}
