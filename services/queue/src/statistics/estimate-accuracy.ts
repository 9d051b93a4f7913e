import type { EstimateAccuracy, EstimateAccuracyQuery } from '@usher/contracts'
import { nativeCollection } from '@usher/service-kit'
import type { GuestModel } from '../records/guest-record.ts'
import type { QueueRecord } from '../records/queue-record.ts'

/** Sums over the outcomes of a period, from which its figures are. */
interface Sums {
  readonly quotes: number
  readonly served: number
  readonly waited: number
  readonly off: number
  readonly over: number
  readonly covered: number
}

type Figures = EstimateAccuracy['totals']

/** Adds up the outcomes of a queue's quotes, by period; one aggregation over an index of its own. */
export async function sumAccuracy(
  guests: GuestModel,
  { _id, organization_id, timezone }: QueueRecord,
  { from, to, interval }: { from: Date; to: Date; interval: EstimateAccuracyQuery['interval'] },
): Promise<(Sums & { readonly _id: Date | null })[]> {
  const period = { date: '$quote.settled_at', unit: interval, timezone, startOfWeek: 'monday' }
  const isServed = { $eq: ['$quote.outcome', 'served'] }
  const sumServed = (value: unknown) => ({ $sum: { $cond: [isServed, value, 0] } })
  const over = { $subtract: ['$quote.low', '$quote.actual'] }
  const isCovered = { $cond: [{ $lte: ['$quote.actual', '$quote.high'] }, 1, 0] }
  return await nativeCollection(guests)
    .aggregate<Sums & { _id: Date | null }>([
      { $match: { queue_id: _id, organization_id, 'quote.settled_at': { $gte: from, $lt: to } } },
      {
        $group: {
          _id: interval === 'total' ? null : { $dateTrunc: period },
          quotes: { $sum: 1 },
          served: sumServed(1),
          waited: sumServed('$quote.actual'),
          off: sumServed({ $abs: over }),
          over: sumServed(over),
          covered: sumServed(isCovered),
        },
      },
      { $sort: { _id: 1 } },
    ])
    .toArray()
}

/** The figures of all periods together. */
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
