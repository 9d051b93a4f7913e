import { type Connection, type Model, Schema } from 'mongoose'
import { isDuplicateKey, nativeCollection } from './connection.ts'

interface LeaseRecord {
  readonly _id: string
  readonly owner: string
  readonly expires_at: Date
}

const schema = new Schema<LeaseRecord>(
  { _id: String, owner: String, expires_at: Date },
  { collection: 'leases', versionKey: false },
)

export interface Lease {
  /** Takes or renews the lease; false while another owner holds it. */
  hold(): Promise<boolean>
  release(): Promise<void>
}

/**
 * A lease on a named duty, so that one replica at a time does it. Times are the database's own, so the
 * replicas' clocks need not agree.
 *
 * @param ttlMs how long after its holder's last renewal another may take it
 */
export function createLease(connection: Connection, name: string, owner: string, ttlMs: number): Lease {
  const leases: Model<LeaseRecord> = connection.models.Lease ?? connection.model<LeaseRecord>('Lease', schema)
  const expired = { $expr: { $lt: ['$expires_at', '$$NOW'] } }
  return {
    async hold() {
      try {
        const update = [{ $set: { owner, expires_at: { $add: ['$$NOW', ttlMs] } } }]
        await nativeCollection(leases).updateOne({ _id: name, $or: [{ owner }, expired] }, update, {
          upsert: true,
        })
        return true
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },
    async release() {
      await leases.deleteOne({ _id: name, owner })
    },
  }
}
