import { collectionOf, isDuplicateKey, organizationSchema } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import { remember } from '../remember.ts'
import { defaultMessages, type QueueMessagesRecord } from './queue-messages.ts'

const schema = organizationSchema<QueueMessagesRecord>('queue_messages').index({ organization_id: 1 })

/** Settings for each queue's automatic messages. */
export class QueueMessagesStore {
  readonly #messages: mongo.Collection<QueueMessagesRecord>
  readonly #remembered = remember(async (key) => {
    const [organizationId = '', queueId = ''] = key.split(' ')
    return await this.find(organizationId, queueId)
  })

  constructor(connection: Connection) {
    this.#messages = collectionOf(connection, schema)
  }

  /** The settings of a queue, or the defaults. */
  async find(organizationId: string, queueId: string): Promise<QueueMessagesRecord> {
    const found = await this.#messages.findOne({ _id: queueId, organization_id: organizationId })
    return found ?? defaultMessages(organizationId, queueId)
  }

  /** As {@link find}, at most a second old; changes made in this process apply at once. */
  async recall(organizationId: string, queueId: string): Promise<QueueMessagesRecord> {
    const remembered = await this.#remembered.recall(`${organizationId} ${queueId}`)
    return remembered ?? (await this.find(organizationId, queueId))
  }

  /** False if they were changed meanwhile. */
  async replace(before: QueueMessagesRecord, after: QueueMessagesRecord): Promise<boolean> {
    const { _id, organization_id, version } = before
    try {
      const change = { _id, organization_id, version }
      const done = await this.#messages.replaceOne(change, after, { upsert: version === 0 })
      return done.matchedCount + done.upsertedCount === 1
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    } finally {
      this.#remembered.forget(`${organization_id} ${_id}`)
    }
  }
}
