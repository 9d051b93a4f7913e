import { type ApiVersions, type CloudEvent, NEWEST_API_VERSION, type PrivacyRecords } from '@usher/contracts'
import {
  type Clock,
  collectionOf,
  contactFilter,
  organizationSchema,
  type Person,
  type PersonalData,
  PersonalDataStore,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { contactsIn } from '../log/delivery.ts'
import type { Position } from './position.ts'
import { presentStreamedEvent } from './present.ts'

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

const schema = organizationSchema<StreamedEventRecord>('streamed_events')
  .index({ organization_id: 1, generation: 1, number: 1 }, { unique: true })
  .index({ at: 1 }, { expireAfterSeconds: KEPT_MS / 1_000 })

/** Events of followed organisations, for streams. */
export class StreamedEventStore {
  readonly #events: mongo.Collection<StreamedEventRecord>

  constructor(connection: Connection) {
    this.#events = collectionOf(connection, schema)
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

  /** The guests, bookings and messages that events with a person's address are about. */
  async subjectsWith({ organizationId, subject }: Omit<Person, 'ids'>): Promise<string[]> {
    const contact = contactFilter(subject)
    return contact
      ? await this.#events.distinct('subject', { organization_id: organizationId, ...contact })
      : []
  }

  /** Events are deleted as a whole, and not counted: each was a delivery, too. */
  personalData({ clock, versions }: { clock: Clock; versions: ApiVersions }): PersonalData {
    const exported = ({ event }: StreamedEventRecord) => {
      const { id, body } = presentStreamedEvent(event, NEWEST_API_VERSION, versions)
      return { type: 'streamed_event', id, ...body } as PrivacyRecords[number]
    }
    return new PersonalDataStore(this.#events, {
      ofPerson: (person) => ({ $or: about(person) }),
      exported: {
        as: (found) => found.filter(({ at }) => at > keptAt(clock.now()).$gt).map(exported),
      },
      erased: { how: 'delete', counts: () => false },
    })
  }
}

/** Events about these guests, bookings or messages, and those that mention the address asked for. */
function about({ ids, subject }: Person) {
  const known = { $in: [...ids] }
  return [{ subject: known }, { guest_id: known }, contactFilter(subject) ?? { subject: known }]
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
