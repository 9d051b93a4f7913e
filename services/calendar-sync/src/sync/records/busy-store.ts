import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { Span } from '../rules/google-event.ts'

/** The time that one event takes. */
interface BusyRecord extends Span {
  readonly _id: string
  readonly calendar: string
  readonly organization_id: string
  readonly generation: number
}

/** The busy times last published for a provider. */
interface PublishedRecord {
  readonly _id: string
  readonly organization_id: string
  /** SHA-256 of the times. */
  readonly hash: string
  /** Time of the calendar reading last published. */
  readonly as_of: Date
}

const busySchema = organizationSchema<BusyRecord>('busy')
  .index({ calendar: 1, generation: 1 })
  .index({ organization_id: 1 })

const publishedSchema = organizationSchema<PublishedRecord>('busy_told').index({ organization_id: 1 })

/** The time that one event takes now: none without a span. */
export interface BusyChange {
  readonly eventId: string
  readonly span: Span | undefined
}

interface Of {
  readonly _id: string
  readonly organization_id: string
}

interface Provider {
  readonly organization_id: string
  readonly provider_id: string
}

const publishedKey = (organizationId: string, providerId: string): string => `${organizationId}:${providerId}`

/** Busy times of providers, from the events of their calendars. */
export class BusyStore {
  readonly #busy: mongo.Collection<BusyRecord>
  readonly #published: mongo.Collection<PublishedRecord>

  constructor(connection: Connection) {
    this.#busy = collectionOf(connection, busySchema)
    this.#published = collectionOf(connection, publishedSchema)
  }

  /** Stores the busy times of a calendar's events. Safe to repeat. */
  async apply({ _id: calendar, organization_id }: Of, generation: number, changes: readonly BusyChange[]) {
    const key = (eventId: string) => `${calendar}:${generation}:${eventId}`
    const writes = changes.map(({ eventId, span }) =>
      span
        ? {
            updateOne: {
              filter: { _id: key(eventId) },
              update: { $set: { calendar, organization_id, generation, ...span } },
              upsert: true,
            },
          }
        : { deleteOne: { filter: { _id: key(eventId) } } },
    )
    if (writes.length > 0) await this.#busy.bulkWrite(writes, { ordered: false })
  }

  async spans(of: readonly { _id: string; generation: number }[], session?: ClientSession): Promise<Span[]> {
    if (of.length === 0) return []
    const filter = { $or: of.map(({ _id, generation }) => ({ calendar: _id, generation })) }
    const options = { projection: { _id: 0, start: 1, end: 1 }, ...(session && { session }) }
    return (await this.#busy.find(filter, options).toArray()) as Span[]
  }

  /** Deletes all generations of a calendar but one. */
  async keepOnly(calendar: string, generation: number): Promise<void> {
    await this.#busy.deleteMany({ calendar, generation: { $ne: generation } })
  }

  async deleteOf(calendar: string, session?: ClientSession): Promise<void> {
    await this.#busy.deleteMany({ calendar }, session && { session })
  }

  /** What was last published for a provider; null: nothing. */
  async findPublished(
    { organization_id, provider_id }: Provider,
    session: ClientSession,
  ): Promise<PublishedRecord | null> {
    return await this.#published.findOne({ _id: publishedKey(organization_id, provider_id) }, { session })
  }

  async setPublished(
    { organization_id, provider_id }: Provider,
    published: Pick<PublishedRecord, 'hash' | 'as_of'>,
    session: ClientSession,
  ): Promise<void> {
    const update = { $set: { organization_id, ...published } }
    const _id = publishedKey(organization_id, provider_id)
    await this.#published.updateOne({ _id }, update, { upsert: true, session })
  }

  /** Deletes what was last published for a provider, so that anything next counts as a change. */
  async deletePublished(organizationId: string, providerId: string, session: ClientSession): Promise<void> {
    await this.#published.deleteOne({ _id: publishedKey(organizationId, providerId) }, { session })
  }
}
