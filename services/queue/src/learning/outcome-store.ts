import { DAY_MS } from '@usher/service-kit/durations'
import type { Connection, mongo } from 'mongoose'
import type { GuestRecord } from '../records/guest-record.ts'
import { guestCollection } from '../records/guest-store.ts'
import { boundedMinutes } from '../waits/calibration.ts'
import { MAX_OUTCOMES, type Outcome } from '../waits/correction.ts'

/** Age of the oldest outcomes to learn from. */
const DAYS = 28

/** Time limit of the query. */
const READ_MS = 10_000

/** Reads the outcomes of quotes. */
export class OutcomeStore {
  readonly #guests: mongo.Collection<GuestRecord>

  constructor(connection: Connection) {
    this.#guests = guestCollection(connection)
  }

  /** A random sample of the outcomes of the last four weeks: those of one day have too much in common. */
  async recent(queueId: string, organizationId: string, now: Date): Promise<Outcome[]> {
    const since = new Date(now.getTime() - DAYS * DAY_MS)
    const settled = settledOutcomes(queueId, organizationId, since)
    const quotes = await this.#guests
      .aggregate<Pick<GuestRecord, 'quote'>>(
        [{ $match: settled }, { $sample: { size: MAX_OUTCOMES } }, { $project: { quote: 1 } }],
        { maxTimeMS: READ_MS },
      )
      .toArray()
    return quotes.map(({ quote }) => ({
      ...quote,
      actual: boundedMinutes(quote, Math.max(0, (quote.actual ?? 0) - (quote.late ?? 0))),
    }))
  }
}

/** Filter for guests whose quotes are learnt from; it can use the index on `quote.settled_at`. */
export const settledOutcomes = (queueId: string, organizationId: string, since: Date) => ({
  organization_id: organizationId,
  queue_id: queueId,
  'quote.settled_at': { $gte: since, $type: 'date' as const },
  'quote.outcome': 'served' as const,
  'quote.left_over': { $exists: false },
  // Quotes in the old format lack it.
  'quote.log_slowness': { $exists: true },
})
