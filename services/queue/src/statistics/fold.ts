import type { QueueStatistics } from '@usher/contracts'
import { zoneOf } from '@usher/contracts/luxon-zone'
import { DateTime } from 'luxon'
import { leftByGuest } from '../guests/transitions.ts'
import type { GuestRecord } from '../records/guest-record.ts'

/** What statistics need of a guest. */
export type Visit = Pick<
  GuestRecord,
  'status' | 'left_by_guest' | 'party_size' | 'quoted_wait' | 'created_at' | 'notified_at' | 'seated_at'
>

type Counts = Pick<
  QueueStatistics,
  'arrivals' | 'seated' | 'no_show' | 'left' | 'removed' | 'in_line' | 'actual_wait' | 'quoted_wait'
>

type Outcome = 'seated' | 'no_show' | 'left' | 'removed' | 'in_line'

const OUTCOMES: Readonly<Record<Visit['status'], Outcome>> = {
  waiting: 'in_line',
  notified: 'in_line',
  seated: 'seated',
  no_show: 'no_show',
  removed: 'removed',
}

/** Minutes from joining until the guest's turn: being notified, or seated without a notification. */
export function actualWait({ created_at, notified_at, seated_at }: Visit): number | undefined {
  const turn = notified_at ?? seated_at
  return turn ? (turn.getTime() - created_at.getTime()) / 60_000 : undefined
}

/** Counts visits one by one. */
class Tally {
  readonly #outcomes = { seated: 0, no_show: 0, left: 0, removed: 0, in_line: 0 }
  readonly #actual: number[] = []
  readonly #quoted: number[] = []

  add(visit: Visit): void {
    this.#outcomes[leftByGuest(visit) ? 'left' : OUTCOMES[visit.status]] += 1
    this.#quoted.push(visit.quoted_wait)
    const actual = actualWait(visit)
    if (actual !== undefined) this.#actual.push(actual)
  }

  get counts(): Counts {
    return {
      arrivals: this.#quoted.length,
      ...this.#outcomes,
      actual_wait: distribution(this.#actual),
      quoted_wait: distribution(this.#quoted),
    }
  }
}

/**
 * Aggregates the visits of a queue into its statistics.
 *
 * @param timezone zone of the weekdays and hours
 */
export async function foldVisits(
  visits: AsyncIterable<Visit> | Iterable<Visit>,
  timezone: string,
): Promise<Omit<QueueStatistics, 'queue_id' | 'from' | 'to' | 'timezone'>> {
  const total = new Tally()
  const byHour = new Map<number, Tally>()
  const errors: number[] = []
  const days = new Map<string, { arrivals: number; guests: number }>()
  let guests = 0
  const zone = zoneOf(timezone)
  for await (const visit of visits) {
    const local = DateTime.fromJSDate(visit.created_at, { zone })
    const key = local.weekday * 24 + local.hour
    const ofHour = byHour.get(key) ?? new Tally()
    byHour.set(key, ofHour)
    for (const tally of [total, ofHour]) tally.add(visit)
    guests += visit.party_size
    const date = local.toISODate() ?? ''
    const day = days.get(date) ?? { arrivals: 0, guests: 0 }
    days.set(date, { arrivals: day.arrivals + 1, guests: day.guests + visit.party_size })
    const actual = actualWait(visit)
    if (actual !== undefined) errors.push(visit.quoted_wait - actual)
  }
  const hours = [...byHour].sort(([a], [b]) => a - b)
  return {
    ...total.counts,
    guests,
    quote_error: errorOf(errors),
    days: [...days].sort(([a], [b]) => a.localeCompare(b)).map(([date, day]) => ({ date, ...day })),
    hours: hours.map(([key, tally]) => ({ weekday: Math.floor(key / 24), hour: key % 24, ...tally.counts })),
  }
}

function distribution(values: number[]): QueueStatistics['actual_wait'] {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  return {
    p50: round(quantile(sorted, 0.5)),
    p90: round(quantile(sorted, 0.9)),
    mean: round(meanOf(values)),
    count: values.length,
  }
}

function errorOf(errors: readonly number[]): QueueStatistics['quote_error'] {
  if (errors.length === 0) return null
  return { mean_absolute: round(meanOf(errors.map(Math.abs))), bias: round(meanOf(errors)) }
}

/** Linear interpolation between order statistics (Hyndman and Fan 1996, definition 7). */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? below
  return below + (above - below) * (place % 1)
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Rounds to a tenth of a minute. */
const round = (value: number): number => Math.round(value * 10) / 10
