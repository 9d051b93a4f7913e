import type { Connection, mongo } from 'mongoose'
import type { DeliveryRecord } from './delivery.ts'
import { DUE_INDEX, deliveryCollection, NEXT_DUE_INDEX } from './delivery-store.ts'

/** Stop counting here: a larger number would tell the user nothing more. */
const MAX_COUNTED = 10_000

/** Maximum deliveries that a metric counts. */
const MAX_MEASURED = 100_000

const NEWEST = { created_at: -1, _id: -1 } as const
const OLDEST = { created_at: 1, _id: 1 } as const

/** Health of an endpoint, derived from its deliveries. */
export interface DeliverySummary {
  readonly pending: number
  readonly oldestPendingAt: Date | null
  /** Time of the latest successful delivery. */
  readonly lastSuccessAt: Date | null
  /** Time of the latest attempt, judging by the newest delivery of each status. */
  readonly lastAttemptAt: Date | null
}

/** Health summaries of endpoints, without test deliveries. Each query reads only a few index keys. */
export class SummaryStore {
  readonly #deliveries: mongo.Collection<DeliveryRecord>

  constructor(connection: Connection) {
    this.#deliveries = deliveryCollection(connection)
  }

  async summaryOf(webhookId: string): Promise<DeliverySummary> {
    const pending = { webhook_id: webhookId, status: 'pending' } as const
    const [count, oldest, ...latest] = await Promise.all([
      this.#deliveries.countDocuments(pending, { limit: MAX_COUNTED }),
      this.#deliveries.findOne(pending, { sort: OLDEST, projection: { created_at: 1 } }),
      ...(['delivered', 'pending', 'failed'] as const).map((status) => this.#latest(webhookId, status)),
    ])
    const attempts = latest.flatMap((delivery) => delivery?.attempts.at(-1)?.started_at.getTime() ?? [])
    return {
      pending: count,
      oldestPendingAt: oldest?.created_at ?? null,
      lastSuccessAt: latest[0]?.completed_at ?? null,
      lastAttemptAt: attempts.length > 0 ? new Date(Math.max(...attempts)) : null,
    }
  }

  async #latest(webhookId: string, status: DeliveryRecord['status']) {
    const filter = { webhook_id: webhookId, status, attempt_count: { $gt: 0 }, test: { $exists: false } }
    // Give up on a long backlog of deliveries without attempts.
    return await this.#deliveries.findOne(filter, { sort: NEWEST, maxTimeMS: 1_000 })
  }

  /** Counts deliveries created since a time that failed for good, up to 10,000. */
  async countFailed(webhookId: string, since: Date): Promise<number> {
    const filter = {
      webhook_id: webhookId,
      status: 'failed',
      created_at: { $gte: since },
      test: { $exists: false },
    } as const
    return await this.#deliveries.countDocuments(filter, { limit: MAX_COUNTED })
  }

  /** Creation time of the first delivery since `notBefore` that has not reached the endpoint; null: none. */
  async firstUndelivered(webhookId: string, notBefore: Date): Promise<Date | null> {
    const filter = {
      webhook_id: webhookId,
      status: { $in: ['failed', 'pending'] as const },
      created_at: { $gte: notBefore },
      test: { $exists: false },
    }
    const found = await this.#deliveries.findOne(filter, { sort: OLDEST, projection: { created_at: 1 } })
    return found?.created_at ?? null
  }

  /** Number of due and of scheduled deliveries over all organisations, up to 100,000 each. */
  async backlog(now: Date): Promise<{ due: number; later: number }> {
    const count = (due_at: mongo.Condition<Date>) =>
      this.#deliveries.countDocuments({ due_at }, { limit: MAX_MEASURED, hint: DUE_INDEX })
    const [due, later] = await Promise.all([count({ $lte: now }), count({ $gt: now })])
    return { due, later }
  }

  /** Due time of the longest overdue delivery; null: none. */
  async oldestDue(now: Date): Promise<Date | null> {
    const options = { sort: NEXT_DUE_INDEX, projection: { due_at: 1 }, hint: NEXT_DUE_INDEX } as const
    return (await this.#deliveries.findOne({ due_at: { $lte: now } }, options))?.due_at ?? null
  }
}
