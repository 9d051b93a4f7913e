import { type CloudEvent, organizationUpdated } from '@usher/contracts'
import type { Connection, mongo } from 'mongoose'
import { PermanentError } from '../errors.ts'
import { type EventCopy, updateIfNewer } from '../events/event-copy.ts'
import { collectionOf, organizationSchema } from '../store/connection.ts'

/** How long an organisation, whose id is `_id`, keeps the data of guests who left, in days. */
interface RetentionRecord extends EventCopy {
  readonly days: number
}

const schema = organizationSchema<RetentionRecord>('retentions', '_id')

/** Retention periods that organisations have set. Those on the default have no record. */
export class RetentionStore {
  readonly #retentions: mongo.Collection<RetentionRecord>

  constructor(connection: Connection) {
    this.#retentions = collectionOf(connection, schema)
  }

  async daysOf(organizationId: string): Promise<number | undefined> {
    return (await this.#retentions.findOne({ _id: organizationId }))?.days
  }

  /** Stores a setting, unless a later one is known. */
  async put({ _id, days, sequence }: RetentionRecord): Promise<void> {
    await updateIfNewer(this.#retentions, { _id, sequence }, { $set: { days, sequence } })
  }
}

/** Stores the retention periods that organisations set. Safe to repeat, in any order. */
export const createRetentionHandler =
  (retentions: RetentionStore) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const { organizationid, sequence, data } of events) {
      const parsed = organizationUpdated.data.safeParse(data)
      if (!parsed.success) throw new PermanentError('not the settings of an organisation')
      await retentions.put({ _id: organizationid, days: parsed.data.guest_retention_days, sequence })
    }
  }
