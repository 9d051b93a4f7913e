import { nativeCollection } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { Connection, mongo } from 'mongoose'
import { type GuestRecord, guestModel } from '../records/guest-record.ts'
import { boundedMinutes } from '../waits/bounds.ts'
import { OUTCOMES_KEPT, type Outcome } from '../waits/correction.ts'

/** How far back outcomes are looked for. */
const DAYS = 28

const READ_MS = 10_000

/** Reads what came of quotes. */
export class OutcomeStore {
  readonly #guests: mongo.Collection<GuestRecord>

  constructor(connection: Connection) {
    this.#guests = nativeCollection(guestModel(connection))
  }

  /** Outcomes of a queue's quotes, drawn from all of the last four weeks: those of one day have too much in common. */
  async recent(queueId: string, organizationId: string, now: Date): Promise<Outcome[]> {
    const since = new Date(now.getTime() - DAYS * DAY_MS)
    const settled = settledOutcomes(queueId, organizationId, since)
    const quotes = await this.#guests
      .aggregate<Pick<GuestRecord, 'quote'>>(
        [{ $match: settled }, { $sample: { size: OUTCOMES_KEPT } }, { $project: { quote: 1 } }],
        { maxTimeMS: READ_MS },
      )
      .toArray()
    return quotes.map(({ quote }) => ({
      ...quote,
      actual: Math.max(0, (quote.actual ?? 0) - (quote.late ?? 0)),
      at_most: boundedMinutes(quote, Number.POSITIVE_INFINITY),
    }))
  }
}

/** Guests whose quotes are learnt from; the conditions match their index. */
export const settledOutcomes = (queueId: string, organizationId: string, since: Date) => ({
  organization_id: organizationId,
  queue_id: queueId,
  'quote.settled_at': { $gte: since, $type: 'date' as const },
  'quote.outcome': 'served' as const,
  'quote.left_over': { $exists: false },
  // Absent in quotes made before it was noted.
  'quote.slower': { $exists: true },
})
