import { type CloudEvent, organizationUpdated } from '@usher/contracts'
import { type Connection, Schema } from 'mongoose'
import { PermanentError } from '../errors.ts'
import { isDuplicateKey, nativeCollection } from './connection.ts'

/** For how long an organisation keeps what is known of guests who left, in days. */
interface RetentionRecord {
  /** The organisation. */
  readonly _id: string
  readonly days: number
  /** Number of the event that told of it. */
  readonly sequence: number
}

const schema = new Schema<RetentionRecord>(
  { _id: String, days: Number, sequence: Number },
  { collection: 'retentions', versionKey: false },
)

export type RetentionStore = ReturnType<typeof createRetentionStore>

/** The retention that organisations have set; those that have not are not here. */
export function createRetentionStore(connection: Connection) {
  const retentions = nativeCollection(connection.model<RetentionRecord>('Retention', schema))
  return {
    async daysOf(organizationId: string): Promise<number | undefined> {
      return (await retentions.findOne({ _id: organizationId }))?.days
    },
    /** Takes over a setting, unless a later one is known. */
    async put({ _id, days, sequence }: RetentionRecord): Promise<void> {
      const older = { _id, sequence: { $lt: sequence } }
      const update = { $set: { days, sequence } }
      try {
        await retentions.updateOne(older, update, { upsert: true })
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        // It is there: not older, or put there at this moment by an earlier event.
        await retentions.updateOne(older, update)
      }
    },
    async delete(organizationId: string): Promise<void> {
      await retentions.deleteOne({ _id: organizationId })
    },
  }
}

/** Takes over how long organisations want to keep their guests. Safe to repeat, in any order. */
export const createRetentionHandler =
  (retentions: RetentionStore) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const { organizationid, sequence, data } of events) {
      const parsed = organizationUpdated.data.safeParse(data)
      if (!parsed.success) throw new PermanentError('not the settings of an organisation')
      await retentions.put({ _id: organizationid, days: parsed.data.guest_retention_days, sequence })
    }
  }
