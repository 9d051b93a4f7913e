import type { Connection, mongo } from 'mongoose'
import { collectionOf, collectionSchema } from './connection.ts'
import { isOfTestClocks } from './test-clock-scope.ts'

interface LeaseRecord {
  readonly _id: string
  readonly owner: string
  readonly expires_at: Date
}

const schema = collectionSchema<LeaseRecord>('leases')

/** The leases of a service. */
export const leaseCollection = (connection: Connection): mongo.Collection<LeaseRecord> =>
  collectionOf(connection, schema)

/** The leases of a service, by name. */
export const listLeases = (connection: Connection): Promise<LeaseRecord[]> =>
  leaseCollection(connection).find().sort({ _id: 1 }).toArray()

/** Takes a lease from its holder; null if there is none. */
export const revokeLease = (connection: Connection, name: string): Promise<LeaseRecord | null> =>
  leaseCollection(connection).findOneAndDelete({ _id: name })

export interface Lease {
  /** Takes or renews the lease, for `ttlMs` by default; false while another owner holds it. */
  hold(forMs?: number): Promise<boolean>
  release(): Promise<void>
}

/**
 * A lease on a named duty, so that one replica at a time does it. Times are the database's, so the replicas' clocks
 * need not agree. Test clocks need none: each is driven by one replica at a time.
 *
 * @param ttlMs time after the last renewal before another owner may take it
 */
export function createLease(connection: Connection, name: string, owner: string, ttlMs: number): Lease {
  if (isOfTestClocks(connection)) return { hold: async () => true, release: async () => {} }
  const records = leaseCollection(connection)
  const mineOrExpired = { $or: [{ owner }, { $expr: { $lt: ['$expires_at', '$$NOW'] } }] }
  const take = async (forMs: number) => {
    const renewal = [{ $set: { owner, expires_at: { $add: ['$$NOW', forMs] } } }]
    return (await records.updateOne({ _id: name, ...mineOrExpired }, renewal)).matchedCount === 1
  }
  return {
    async hold(forMs = ttlMs) {
      if (await take(forMs)) return true
      const unheld = { $setOnInsert: { owner: '', expires_at: new Date(0) } }
      const { upsertedCount } = await records.updateOne({ _id: name }, unheld, { upsert: true })
      return upsertedCount === 1 && (await take(forMs))
    },
    async release() {
      await records.deleteOne({ _id: name, owner })
    },
  }
}
