import type { EstimateAccuracy } from '@usher/contracts'

/** Sums over the outcomes of a period, from which its figures are computed. */
interface Sums {
  readonly quotes: number
  readonly served: number
  readonly waited: number
  readonly off: number
  readonly over: number
  readonly covered: number
}

/** Sums of one interval, by its start; null: the whole period. */
export type AccuracySums = Sums & { readonly _id: Date | null }

type Figures = EstimateAccuracy['totals']

/** Figures of all periods together. */
export function totalFigures(periods: readonly Sums[]): Figures {
  const sum = (name: keyof Sums) => periods.reduce((total, period) => total + period[name], 0)
  return figuresOf({
    quotes: sum('quotes'),
    served: sum('served'),
    waited: sum('waited'),
    off: sum('off'),
    over: sum('over'),
    covered: sum('covered'),
  })
}

export function figuresOf({ quotes, served, waited, off, over, covered }: Sums): Figures {
  const mean = (sum: number) => (served > 0 ? Math.round((100 * sum) / served) / 100 : null)
  return {
    quotes,
    served,
    abandoned: quotes - served,
    mean_wait: mean(waited),
    mean_absolute_error: mean(off),
    bias: mean(over),
    coverage: served > 0 ? covered / served : null,
  }
}
