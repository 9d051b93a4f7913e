import { dueScope, isOfTestClocks } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import type { DeliveryRecord } from './delivery.ts'
import { DUE_INDEX, deliveryCollection, NEXT_DUE_INDEX } from './delivery-store.ts'

/** The first pending delivery about a resource, now due, to an endpoint with ordered deliveries. */
export interface Head {
  readonly _id: string
  readonly subject: string
  readonly sequence: number
  readonly created_at: Date
}

/** Index of pending deliveries by due time. */
export class DueStore {
  readonly #deliveries: mongo.Collection<DeliveryRecord>

  readonly #scope
  /** For live data, whose deliveries of all organisations are looked through together. */
  readonly #hint

  constructor(connection: Connection) {
    this.#deliveries = deliveryCollection(connection)
    this.#scope = () => dueScope(connection)
    this.#hint = isOfTestClocks(connection) ? {} : { hint: NEXT_DUE_INDEX }
  }

  /** When the next delivery of any endpoint is due or its claim expires; undefined: none is pending. */
  async nextDue(): Promise<Date | undefined> {
    const options = { sort: NEXT_DUE_INDEX, projection: { _id: 0, due_at: 1 }, ...this.#hint } as const
    return (await this.#deliveries.findOne({ ...this.#scope(), due_at: { $exists: true } }, options))?.due_at
  }

  /**
   * Endpoints with due deliveries. Costs one index seek per endpoint, however long its backlog; `distinct`
   * would scan all of them.
   */
  async webhooksDue(now: Date, { ordered }: { ordered: boolean }): Promise<string[]> {
    const ids: string[] = []
    for (let last: string | undefined = ''; last !== undefined; ) {
      const found: Pick<DeliveryRecord, 'webhook_id'> | null = await this.#deliveries.findOne(
        { ...this.#scope(), webhook_id: { $gt: last }, ordered, due_at: { $lte: now } },
        { sort: { webhook_id: 1 }, projection: { webhook_id: 1 }, hint: DUE_INDEX },
      )
      last = found?.webhook_id
      if (last !== undefined) ids.push(last)
    }
    return ids
  }

  /** Due unordered deliveries of an endpoint, longest overdue first. */
  async findDue(webhookId: string, now: Date, limit: number): Promise<string[]> {
    const found = await this.#deliveries
      .find({ webhook_id: webhookId, ordered: false, due_at: { $lte: now } })
      .project<{ _id: string }>({ _id: 1 })
      .sort({ due_at: 1 })
      .limit(limit)
      .toArray()
    return found.map(({ _id }) => _id)
  }

  /** Due ordered deliveries of an endpoint, each the first pending one about its resource. */
  async findHeads(webhookId: string, now: Date, limit: number): Promise<Head[]> {
    const first = { head: { $first: '$_id' }, due_at: { $first: '$due_at' } }
    return await this.#deliveries
      .aggregate<Head>([
        { $match: { webhook_id: webhookId, ordered: true, status: 'pending' } },
        { $sort: { webhook_id: 1, subject: 1, sequence: 1 } },
        {
          $group: {
            _id: '$subject',
            ...first,
            sequence: { $first: '$sequence' },
            created_at: { $first: '$created_at' },
          },
        },
        { $match: { due_at: { $lte: now } } },
        { $sort: { due_at: 1 } },
        { $limit: limit },
        { $project: { _id: '$head', subject: '$_id', sequence: 1, created_at: 1 } },
      ])
      .toArray()
  }
}
