import type { CloudEvent, PrivacySubject } from '@usher/contracts'
import { collectionSchema, contactFilter, nativeCollection } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { contactsIn } from '../log/delivery.ts'
import type { Position } from './position.ts'

/** How long an event is kept for clients who come back, in ms. */
export const KEPT_MS = 3_600_000

export interface StreamedEventRecord {
  /** Of the event. */
  readonly _id: string
  readonly organization_id: string
  readonly generation: string
  /** Counts the events of a generation from 1, in the order in which they were kept. */
  readonly number: number
  readonly event: CloudEvent
  readonly subject: string
  readonly guest_id?: string
  readonly phone?: string
  readonly email?: string
  readonly at: Date
}

/** The people a privacy request is about. */
export interface SoughtPeople {
  readonly organizationId: string
  /** What is known to be about them. */
  readonly subjects: readonly string[]
  readonly subject: PrivacySubject
}

const schema = collectionSchema<StreamedEventRecord>('streamed_events')
  .index({ organization_id: 1, generation: 1, number: 1 }, { unique: true })
  .index({ at: 1 }, { expireAfterSeconds: KEPT_MS / 1_000 })

/** Events of followed organisations, for streams. */
export class StreamedEventStore {
  readonly #events: mongo.Collection<StreamedEventRecord>

  constructor(connection: Connection) {
    this.#events = nativeCollection(connection.model<StreamedEventRecord>('StreamedEvent', schema))
  }

  /** Which of these are kept already. */
  async known(events: readonly CloudEvent[], session: ClientSession): Promise<Set<string>> {
    const ids = { $in: events.map(({ id }) => id) }
    const found = this.#events.find({ _id: ids }, { session }).project<{ _id: string }>({ _id: 1 })
    return new Set((await found.toArray()).map(({ _id }) => _id))
  }

  async insert(records: readonly StreamedEventRecord[], session: ClientSession): Promise<void> {
    await this.#events.insertMany([...records], { session })
  }

  /** The next events of an organisation after a place, of these types or of all. */
  async after(
    organizationId: string,
    { generation, number }: Position,
    { now, limit, types }: { now: Date; limit: number; types?: ReadonlySet<string> | undefined },
  ): Promise<StreamedEventRecord[]> {
    const ofTypes = types && { 'event.type': { $in: [...types] } }
    return await this.#events
      .find({
        organization_id: organizationId,
        generation,
        number: { $gt: number },
        at: keptAt(now),
        ...ofTypes,
      })
      .sort({ number: 1 })
      .limit(limit)
      .toArray()
  }

  /** The guests, bookings and messages that events with this address are about. */
  async subjectsWith(
    organizationId: string,
    address: { readonly phone: string } | { readonly email: string },
  ): Promise<string[]> {
    return await this.#events.distinct('subject', {
      organization_id: organizationId,
      ...contactFilter(address),
    })
  }

  /** Events about people, in the order of their ids. */
  async about(
    people: SoughtPeople,
    { now, after, limit }: { now: Date; after: string; limit: number },
  ): Promise<StreamedEventRecord[]> {
    return await this.#events
      .find({ ...filterFor(people), at: keptAt(now), _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray()
  }

  async deleteAbout(people: SoughtPeople): Promise<void> {
    await this.#events.deleteMany(filterFor(people))
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    await this.#events.deleteMany({ organization_id: organizationId })
  }
}

/** Events about these guests, bookings or messages, and those that mention the address asked for. */
const filterFor = ({ organizationId, subjects, subject }: SoughtPeople) => {
  const ids = { $in: [...subjects] }
  const about = [{ subject: ids }, { guest_id: ids }, contactFilter(subject) ?? { subject: ids }]
  return { organization_id: organizationId, $or: about }
}

/** The database deletes late: what is too old is not there. */
const keptAt = (now: Date) => ({ $gt: new Date(now.getTime() - KEPT_MS) })

export const streamedEvent = (
  event: CloudEvent,
  { generation, number }: Position,
  at: Date,
): StreamedEventRecord => ({
  _id: event.id,
  organization_id: event.organizationid,
  generation,
  number,
  event,
  subject: event.subject,
  ...contactsIn(event),
  at,
})
