import type { EstimateAccuracy } from '@usher/contracts'
import { zoneOf } from '@usher/contracts/luxon-zone'
import { DateTime } from 'luxon'

/** Sums over the outcomes of a period, from which its figures are computed. */
interface Sums {
  readonly quotes: number
  readonly served: number
  readonly waited: number
  readonly off: number
  readonly over: number
  readonly covered: number
  /** Minutes before the end of the range. */
  readonly early: number
  /** Of renewed quotes: how many, minutes off, and how many were covered. */
  readonly renewed: number
  readonly renewed_off: number
  readonly renewed_covered: number
}

/** Sums of one interval, by its start; null: the whole period. */
export type AccuracySums = Sums & { readonly _id: Date | null }

/** Adds up sums of shorter times, in order, by the local days, weeks or months that they are in. */
export function byInterval(
  parts: readonly AccuracySums[],
  interval: 'day' | 'week' | 'month',
  timezone: string,
): AccuracySums[] {
  const found: (Sums & { readonly _id: Date })[] = []
  let end = 0
  for (const { _id, ...sums } of parts) {
    if (!_id) continue
    const last = found.at(-1)
    if (last && _id.getTime() < end) {
      found[found.length - 1] = { ...addSums([last, sums]), _id: last._id }
      continue
    }
    const start = DateTime.fromJSDate(_id, { zone: zoneOf(timezone) }).startOf(interval)
    end = start
      .plus({ [interval]: 1 })
      .startOf(interval)
      .toMillis()
    found.push({ ...sums, _id: start.toJSDate() })
  }
  return found
}

type Figures = EstimateAccuracy['totals']

/** Figures of all periods together. */
export const totalFigures = (periods: readonly Sums[]): Figures => figuresOf(addSums(periods))

function addSums(periods: readonly Sums[]): Sums {
  const sum = (name: keyof Sums) => periods.reduce((total, period) => total + period[name], 0)
  return {
    quotes: sum('quotes'),
    served: sum('served'),
    waited: sum('waited'),
    off: sum('off'),
    over: sum('over'),
    covered: sum('covered'),
    early: sum('early'),
    renewed: sum('renewed'),
    renewed_off: sum('renewed_off'),
    renewed_covered: sum('renewed_covered'),
  }
}

export function figuresOf({ quotes, served, waited, off, over, covered, early, ...rest }: Sums): Figures {
  const mean = (sum: number) => (served > 0 ? meanOf(sum, served) : null)
  return {
    quotes,
    served,
    abandoned: quotes - served,
    mean_wait: mean(waited),
    mean_absolute_error: mean(off),
    bias: mean(over),
    coverage: served > 0 ? covered / served : null,
    early: mean(early),
    renewed: renewedFigures(rest),
  }
}

function renewedFigures(sums: Pick<Sums, 'renewed' | 'renewed_off' | 'renewed_covered'>): Figures['renewed'] {
  const { renewed: count, renewed_off, renewed_covered } = sums
  if (count === 0) return null
  return { count, mean_absolute_error: meanOf(renewed_off, count), coverage: renewed_covered / count }
}

/** To a hundredth. */
const meanOf = (sum: number, count: number): number => Math.round((100 * sum) / count) / 100
