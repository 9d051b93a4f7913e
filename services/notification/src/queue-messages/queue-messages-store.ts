import { collectionOf, isDuplicateKey, organizationSchema, VersionedStore } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { remember } from '../remember.ts'
import { defaultMessages, type QueueMessagesRecord } from './queue-messages.ts'

const schema = organizationSchema<QueueMessagesRecord>('queue_messages').index({ organization_id: 1 })

/** Settings for each queue's automatic messages. */
export class QueueMessagesStore extends VersionedStore<QueueMessagesRecord> {
  readonly #remembered = remember(async (key) => {
    const [organizationId = '', queueId = ''] = key.split(' ')
    return await this.find(organizationId, queueId)
  })

  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'queue')
  }

  /** The settings of a queue, or the defaults. */
  override async find(organizationId: string, queueId: string): Promise<QueueMessagesRecord> {
    return (await super.find(organizationId, queueId)) ?? defaultMessages(organizationId, queueId)
  }

  /** As {@link find}, at most a second old; changes made in this process apply at once. */
  async recall(organizationId: string, queueId: string): Promise<QueueMessagesRecord> {
    const remembered = await this.#remembered.recall(`${organizationId} ${queueId}`)
    return remembered ?? (await this.find(organizationId, queueId))
  }

  /** False if they were changed meanwhile. */
  override async replace(before: QueueMessagesRecord, after: QueueMessagesRecord): Promise<boolean> {
    try {
      if (before.version > 0) return await super.replace(before, after)
      await this.insert(after)
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    } finally {
      this.#remembered.forget(`${before.organization_id} ${before._id}`)
    }
  }
}
