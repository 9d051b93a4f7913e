import { isDuplicateKey, nativeCollection } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'

/** When a provider is busy by a calendar elsewhere. */
export interface CalendarRecord {
  /** The provider. */
  readonly _id: string
  readonly organization_id: string
  /** Number of the event that told of it. */
  readonly sequence: number
  /** When the calendar was read. */
  readonly as_of: Date
  /** Milliseconds. */
  readonly busy: readonly { readonly start: number; readonly end: number }[]
}

const schema = new Schema<CalendarRecord>(
  { _id: String, organization_id: String, sequence: Number, as_of: Date, busy: Schema.Types.Mixed },
  { collection: 'calendars', versionKey: false },
).index({ organization_id: 1 })

/** The linked calendars of providers, as they were told of last: nobody is asked while free times are looked for. */
export class CalendarStore {
  readonly #calendars: mongo.Collection<CalendarRecord>

  constructor(connection: Connection) {
    this.#calendars = nativeCollection(connection.model<CalendarRecord>('Calendar', schema))
  }

  async read(
    organizationId: string,
    providerIds: readonly string[],
    session?: ClientSession,
  ): Promise<Map<string, CalendarRecord>> {
    const filter = { organization_id: organizationId, _id: { $in: [...providerIds] } }
    const found = await this.#calendars.find(filter, session && { session }).toArray()
    return new Map(found.map((calendar) => [calendar._id, calendar]))
  }

  /** What is known of each, without the times. */
  async states(organizationId: string, providerIds: readonly string[]) {
    const filter = { organization_id: organizationId, _id: { $in: [...providerIds] } }
    const projection = { sequence: 1, as_of: 1 }
    return await this.#calendars.find(filter, { projection }).sort({ _id: 1 }).toArray()
  }

  /** Takes over what a calendar says, unless something later is known. */
  async put({ _id, organization_id, sequence, as_of, busy }: CalendarRecord): Promise<void> {
    const older = { _id, organization_id, sequence: { $lt: sequence } }
    try {
      await this.#calendars.updateOne(older, { $set: { sequence, as_of, busy } }, { upsert: true })
    } catch (error) {
      // It is there and not older, or another organisation's.
      if (!isDuplicateKey(error)) throw error
    }
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    await this.#calendars.deleteMany({ organization_id: organizationId })
  }
}
