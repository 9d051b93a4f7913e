import { type EventCopy, nativeCollection, updateIfNewer } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'

/** When a provider, whose id is `_id`, is busy by a calendar elsewhere. */
export interface CalendarRecord extends EventCopy {
  readonly organization_id: string
  /** Number of the event that brought other times than before. */
  readonly changed: number
  /** When the calendar was read. */
  readonly as_of: Date
  /** Whether there still is a calendar; of one that is gone the sequence is known, so that nothing late brings it back. */
  readonly linked: boolean
  /** Milliseconds. */
  readonly busy: readonly { readonly start: number; readonly end: number }[]
}

const schema = new Schema<CalendarRecord>(
  {
    _id: String,
    organization_id: String,
    sequence: Number,
    changed: Number,
    as_of: Date,
    linked: Boolean,
    busy: Schema.Types.Mixed,
  },
  { collection: 'calendars', versionKey: false },
).index({ organization_id: 1 })

/** Those of providers that are linked; of before this was told, all are. */
const linkedOf = (organization_id: string, providerIds: readonly string[]) => ({
  organization_id,
  _id: { $in: [...providerIds] },
  linked: { $ne: false },
})

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
    const found = await this.#calendars
      .find(linkedOf(organizationId, providerIds), session && { session })
      .toArray()
    return new Map(found.map((calendar) => [calendar._id, calendar]))
  }

  /** What is known of each, without the times: `changed` is another when those are. */
  async states(organizationId: string, providerIds: readonly string[]) {
    // Of before this was kept every event counts as a change.
    const projection = { changed: { $ifNull: ['$changed', '$sequence'] }, as_of: 1 }
    return await this.#calendars
      .find(linkedOf(organizationId, providerIds), { projection })
      .sort({ _id: 1 })
      .toArray()
  }

  /** Takes over what a calendar says, unless something later is known. */
  async put({ _id, organization_id, ...told }: Omit<CalendarRecord, 'changed'>): Promise<void> {
    const { sequence } = told
    const busy = { $literal: told.busy }
    const before = { $ifNull: ['$changed', '$sequence'] }
    const changed = { $cond: [{ $eq: ['$busy', busy] }, before, sequence] }
    const update = [{ $set: { ...told, busy, changed } }]
    await updateIfNewer(this.#calendars, { _id, organization_id, sequence }, update)
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    await this.#calendars.deleteMany({ organization_id: organizationId })
  }
}
