import { isDuplicateKey, nativeCollection } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'
import { defaultMessages, type QueueMessagesRecord } from './queue-messages.ts'

const schema = new Schema<QueueMessagesRecord>(
  {
    _id: String,
    organization_id: String,
    automatic: Schema.Types.Mixed,
    reminder_after_minutes: Number,
    quiet_hours: Schema.Types.Mixed,
    version: Number,
    updated_at: Date,
  },
  { collection: 'queue_messages', versionKey: false },
).index({ organization_id: 1 })

/** What the guests of each queue are told by itself. */
export class QueueMessagesStore {
  readonly #messages: mongo.Collection<QueueMessagesRecord>

  constructor(connection: Connection) {
    this.#messages = nativeCollection(connection.model<QueueMessagesRecord>('QueueMessages', schema))
  }

  /** The settings of a queue, or the default ones. */
  async find(organizationId: string, queueId: string, session?: ClientSession): Promise<QueueMessagesRecord> {
    const filter = { _id: queueId, organization_id: organizationId }
    const found = await this.#messages.findOne(filter, session ? { session } : {})
    return found ?? defaultMessages(organizationId, queueId)
  }

  /** False when they were changed meanwhile. */
  async replace(before: QueueMessagesRecord, after: QueueMessagesRecord): Promise<boolean> {
    const { _id, organization_id, version } = before
    if (version > 0) {
      const { matchedCount } = await this.#messages.replaceOne({ _id, organization_id, version }, after)
      return matchedCount === 1
    }
    try {
      await this.#messages.insertOne(after)
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    await this.#messages.deleteMany({ organization_id: organizationId })
  }
}
