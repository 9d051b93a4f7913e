import type { EstimateAccuracyQuery } from '@usher/contracts'
import type { Connection, mongo } from 'mongoose'
import type { GuestRecord } from '../records/guest-record.ts'
import { guestCollection } from '../records/guest-store.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import { type AccuracySums, byInterval } from './estimate-accuracy.ts'
import type { Period } from './period.ts'

const READ_MS = 10_000

/** Reads the guests of a queue for its statistics. */
export class VisitStore {
  readonly #guests: mongo.Collection<GuestRecord>

  constructor(connection: Connection) {
    this.#guests = guestCollection(connection)
  }

  /** Guests who joined a queue in a period, oldest first, streamed. */
  visits({ _id, organization_id }: QueueRecord, { from, to }: Period): AsyncIterable<GuestRecord> {
    return this.#guests
      .find({ organization_id, queue_id: _id, created_at: { $gte: from, $lt: to } })
      .sort({ created_at: 1 })
      .maxTimeMS(READ_MS)
  }

  /** Sums the outcomes of a queue's quotes by interval, in one aggregation on an index of its own. */
  async accuracy(
    queue: QueueRecord,
    period: Period,
    interval: EstimateAccuracyQuery['interval'],
  ): Promise<AccuracySums[]> {
    const sums = await this.#guests
      .aggregate<AccuracySums>(accuracyPipeline(queue, period, interval))
      .toArray()
    return interval === 'total' ? sums : byInterval(sums, interval, queue.timezone)
  }
}

function accuracyPipeline(
  { _id, organization_id }: QueueRecord,
  { from, to }: Period,
  interval: EstimateAccuracyQuery['interval'],
) {
  // All zones are whole quarters of an hour from UTC. MongoDB's data about zones is as old as the server.
  const quarter = { date: '$quote.settled_at', unit: 'minute', binSize: 15 }
  const isServed = { $eq: ['$quote.outcome', 'served'] }
  const sumServed = (value: unknown) => ({ $sum: { $cond: [isServed, value, 0] } })
  const isRenewed = { $and: [isServed, { $gt: ['$quote.renewed', null] }] }
  const sumRenewed = (value: unknown) => ({ $sum: { $cond: [isRenewed, value, 0] } })
  const over = { $subtract: ['$quote.low', '$quote.actual'] }
  const isCovered = { $cond: [{ $lte: ['$quote.actual', '$quote.high'] }, 1, 0] }
  return [
    // The partial index requires the type.
    {
      $match: { queue_id: _id, organization_id, 'quote.settled_at': { $gte: from, $lt: to, $type: 'date' } },
    },
    {
      $group: {
        _id: interval === 'total' ? null : { $dateTrunc: quarter },
        quotes: { $sum: 1 },
        served: sumServed(1),
        waited: sumServed('$quote.actual'),
        off: sumServed({ $abs: over }),
        over: sumServed(over),
        covered: sumServed(isCovered),
        early: sumServed({ $subtract: ['$quote.high', '$quote.actual'] }),
        renewed: sumRenewed(1),
        renewed_off: sumRenewed({ $abs: { $subtract: ['$quote.renewed.low', '$quote.renewed.actual'] } }),
        renewed_covered: sumRenewed({
          $cond: [{ $lte: ['$quote.renewed.actual', '$quote.renewed.high'] }, 1, 0],
        }),
      },
    },
    { $sort: { _id: 1 } },
  ]
}
