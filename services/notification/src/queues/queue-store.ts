import { type CloudEvent, type QueueSettings, queueUpdated } from '@usher/contracts'
import { collectionOf, organizationSchema, PermanentError } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { remember } from '../remember.ts'

/** The service's own copy of a queue, from events. */
export interface QueueRecord extends Pick<QueueSettings, 'name' | 'timezone' | 'no_show_after_minutes'> {
  readonly _id: string
  readonly organization_id: string
  /** Number of the last event applied. */
  readonly sequence: number
}

const schema = organizationSchema<QueueRecord>('queues').index({ organization_id: 1 })

/** @throws PermanentError for an event without the required data */
function queueOf({ organizationid, sequence, data }: CloudEvent): QueueRecord {
  const parsed = queueUpdated.data.safeParse(data)
  if (!parsed.success) throw new PermanentError('not the data of a queue')
  const { id: _id, name, timezone, no_show_after_minutes } = parsed.data
  return { _id, organization_id: organizationid, name, timezone, no_show_after_minutes, sequence }
}

/** Copies of queues. */
export class QueueStore {
  readonly #queues: mongo.Collection<QueueRecord>
  readonly #remembered = remember(async (id) => (await this.#queues.findOne({ _id: id })) ?? undefined)

  constructor(connection: Connection) {
    this.#queues = collectionOf(connection, schema)
  }

  async find(organizationId: string, id: string, session?: ClientSession): Promise<QueueRecord | null> {
    const options = session ? { session } : {}
    return await this.#queues.findOne({ _id: id, organization_id: organizationId }, options)
  }

  /** As {@link find}, at most a second old; what this process applied counts at once. */
  async recall(organizationId: string, id: string): Promise<QueueRecord | null> {
    const known = await this.#remembered.recall(id)
    return known?.organization_id === organizationId ? known : null
  }

  /** Applies events, unless a later one was applied. */
  async apply(events: readonly CloudEvent[], session: ClientSession): Promise<void> {
    for (const event of events) {
      const record = queueOf(event)
      const known = await this.#queues.findOne({ _id: record._id }, { session })
      if (known && known.sequence >= record.sequence) continue
      await this.#queues.replaceOne({ _id: record._id }, record, { session, upsert: true })
      this.#remembered.put(record._id, record)
    }
  }
}
