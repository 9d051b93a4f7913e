import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { rollUp, type UsageCount } from './count.ts'
import { GRANULARITIES, type Granularity, type Period } from './period.ts'

const READ_MS = 10_000

/** Selects counts. */
export interface CountFilter {
  readonly organization_id: string
  readonly actor?: string
  readonly operation?: string
  readonly status?: number
}

/**
 * Stores usage counts, in one collection per interval: each has its own retention, and a request over months
 * reads daily counts.
 */
export class UsageStore {
  readonly #collections: Readonly<Record<Granularity, mongo.Collection<UsageCount>>>

  constructor(connection: Connection) {
    this.#collections = {
      minute: countsOf(connection, 'minute'),
      hour: countsOf(connection, 'hour'),
      day: countsOf(connection, 'day'),
    }
  }

  /** Adds counts per minute, with those of their hours and days, in one transaction. */
  async add(minutes: readonly UsageCount[], session: ClientSession): Promise<void> {
    if (minutes.length === 0) return
    const hours = rollUp(minutes, 'hour')
    const all = { minute: minutes, hour: hours, day: rollUp(hours, 'day') }
    for (const granularity of Object.keys(all) as Granularity[]) {
      const increments = all[granularity].map(increment)
      await this.#collections[granularity].bulkWrite(increments, { session, ordered: false })
    }
  }

  /** The counts of a period, unordered. */
  read(filter: CountFilter, { granularity, from, to }: Period, limit: number): AsyncIterable<UsageCount> {
    return this.#collections[granularity].find(
      { ...filter, start: { $gte: from, $lt: to } },
      { limit, maxTimeMS: READ_MS, batchSize: 1_000 },
    )
  }
}

function countsOf(connection: Connection, granularity: Granularity) {
  const schema = organizationSchema<UsageCount>(`usage_${granularity}s`)
    .index({ organization_id: 1, start: 1 })
    .index({ start: 1 }, { expireAfterSeconds: GRANULARITIES[granularity].keptMs / 1000 })
  return collectionOf(connection, schema)
}

function increment({ _id, latency, requests, bytes_in, bytes_out, ...key }: UsageCount) {
  const buckets = Object.entries(latency).map(([bucket, count]) => [`latency.${bucket}`, count])
  const $inc = { requests, bytes_in, bytes_out, ...Object.fromEntries(buckets) }
  return { updateOne: { filter: { _id }, update: { $inc, $setOnInsert: key }, upsert: true } }
}
