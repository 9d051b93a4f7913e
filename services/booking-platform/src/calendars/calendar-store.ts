import { collectionOf, type EventCopy, organizationSchema, updateIfNewer } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'

/** Busy times of a provider from a linked calendar; `_id` is the provider. */
export interface CalendarRecord extends EventCopy {
  readonly organization_id: string
  /** Sequence number of the event that last changed the busy times. */
  readonly changed: number
  /** When the calendar was read. */
  readonly as_of: Date
  /**
   * Whether the calendar is still linked. The record of an unlinked one stays, so that a late event cannot
   * bring it back.
   */
  readonly linked: boolean
  /** Milliseconds. */
  readonly busy: readonly { readonly start: number; readonly end: number }[]
}

const schema = organizationSchema<CalendarRecord>('calendars').index({ organization_id: 1 })

/** Matches the calendars of providers, including unlinked ones. */
const calendarsOf = (organization_id: string, providerIds: readonly string[]) => ({
  organization_id,
  _id: { $in: [...providerIds] },
})

/**
 * Linked calendars of providers, from the latest events: no other service is called while searching for
 * slots.
 */
export class CalendarStore {
  readonly #calendars: mongo.Collection<CalendarRecord>

  constructor(connection: Connection) {
    this.#calendars = collectionOf(connection, schema)
  }

  async read(
    organizationId: string,
    providerIds: readonly string[],
    session?: ClientSession,
  ): Promise<Map<string, CalendarRecord>> {
    const found = await this.#calendars
      .find({ ...calendarsOf(organizationId, providerIds), linked: true }, session && { session })
      .toArray()
    return new Map(found.map((calendar) => [calendar._id, calendar]))
  }

  /**
   * State of each calendar without its times, including unlinked ones. Another `changed` than before means other times,
   * and it never returns to a former value.
   */
  async states(organizationId: string, providerIds: readonly string[]) {
    return await this.#calendars
      .find(calendarsOf(organizationId, providerIds), { projection: { changed: 1, as_of: 1, linked: 1 } })
      .sort({ _id: 1 })
      .toArray()
  }

  /** Stores the state of a calendar, unless a later one is stored. */
  async put({ _id, organization_id, ...state }: Omit<CalendarRecord, 'changed'>): Promise<void> {
    const { sequence } = state
    const busy = { $literal: state.busy }
    const changed = { $cond: [{ $eq: ['$busy', busy] }, '$changed', sequence] }
    const update = [{ $set: { ...state, busy, changed } }]
    await updateIfNewer(this.#calendars, { _id, organization_id, sequence }, update)
  }
}
