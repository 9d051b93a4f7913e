import { createHash } from 'node:crypto'
import type { Connection } from 'mongoose'
import { DAY_MS } from '../durations.ts'
import { collectionOf, collectionSchema } from '../store/connection.ts'

/** Refused attempts of a day. */
export interface Refusals {
  readonly date: string
  readonly action: string
  readonly count: number
}

/** Whose statistics count the refusal. */
export interface ShownTo {
  readonly organizationId: string
  readonly resource: string
}

interface RefusalRecord extends Refusals {
  /** Digest of the fields below, so that attempts at once add to one record. */
  readonly _id: string
  readonly organization_id: string
  readonly resource: string
  readonly purge_at: Date
}

const refusalSchema = collectionSchema<RefusalRecord>('refusals')
  .index({ organization_id: 1, resource: 1, date: -1 })
  .index({ purge_at: 1 }, { expireAfterSeconds: 0 })

/** How long refusals are shown, in ms. */
const SHOWN_MS = 30 * DAY_MS

/** Counts of refused attempts by day, with nothing about who made them. */
export function refusalsIn(connection: Connection) {
  const records = collectionOf(connection, refusalSchema)
  return {
    async count({ organizationId, resource }: ShownTo, action: string) {
      const now = Date.now()
      const date = new Date(now).toISOString().slice(0, 10)
      const fields = { organization_id: organizationId, resource, date, action }
      const digest = createHash('sha256').update(JSON.stringify(Object.values(fields)))
      await records.updateOne(
        { _id: digest.digest('base64url') },
        { $inc: { count: 1 }, $setOnInsert: { ...fields, purge_at: new Date(now + SHOWN_MS) } },
        { upsert: true },
      )
    },
    list: async (organizationId: string, resource: string): Promise<Refusals[]> =>
      await records
        .find(
          { organization_id: organizationId, resource },
          { projection: { _id: 0, date: 1, action: 1, count: 1 } },
        )
        .sort({ date: -1, action: 1 })
        .toArray(),
  }
}
