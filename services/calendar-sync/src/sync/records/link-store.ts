import { collectionOf, newId, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { eventIdOf } from '../rules/event-id.ts'
import type { Span } from '../rules/google-event.ts'
import type { Shown } from '../rules/session.ts'
import type { CalendarRecord } from './calendar-record.ts'
import { type HeldLink, type LinkRecord, linkKey, NO_EVENT } from './link-record.ts'

/** Links are deleted a month after the booking has ended. */
const KEPT_SECONDS = 30 * 86_400

const schema = organizationSchema<LinkRecord>('links')
  .index({ calendar: 1, event_id: 1 }, { unique: true })
  .index({ calendar: 1, due_at: 1 })
  .index({ organization_id: 1, booking_id: 1 })
  .index({ connection_id: 1 })
  .index({ 'change.id': 1 }, { sparse: true })
  .index({ end: 1 }, { expireAfterSeconds: KEPT_SECONDS })

const missingIn = (calendar: string) => ({ calendar, missing_at: { $ne: null } })

/** Links between bookings or sessions and events. */
export class LinkStore {
  readonly #links: mongo.Collection<LinkRecord>
  readonly #env: string

  /** @param env identifies this deployment in ids of events */
  constructor(connection: Connection, env: string) {
    this.#links = collectionOf(connection, schema)
    this.#env = env
  }

  /** Links bookings to a calendar where missing, and requests reconciling all of them. */
  async ensure(
    calendar: CalendarRecord,
    bookings: readonly Shown[],
    now: Date,
    session?: ClientSession,
  ): Promise<void> {
    if (bookings.length === 0) return
    const updates = bookings.map(({ booking_id, end }) => ({
      updateOne: {
        filter: { _id: linkKey(calendar._id, booking_id) },
        update: {
          $set: { end, due_at: now, mark: newId('request') },
          $setOnInsert: {
            organization_id: calendar.organization_id,
            connection_id: calendar.connection_id,
            calendar: calendar._id,
            booking_id,
            ...NO_EVENT,
            change: null,
            ...this.identity(calendar, booking_id, 0),
          },
        },
        upsert: true,
      },
    }))
    await this.#links.bulkWrite(updates, { ordered: false, ...(session && { session }) })
  }

  /** Links bookings to a calendar where missing. */
  async ensureAll(calendar: CalendarRecord, bookings: readonly Shown[], now: Date): Promise<void> {
    const ids = bookings.map(({ booking_id }) => booking_id)
    const linked = this.#links.find(
      { calendar: calendar._id, booking_id: { $in: ids } },
      { projection: { booking_id: 1 } },
    )
    const known = new Set((await linked.toArray()).map(({ booking_id }) => booking_id))
    await this.ensure(
      calendar,
      bookings.filter(({ booking_id }) => !known.has(booking_id)),
      now,
    )
  }

  /** The event of a booking under one of its possible ids. */
  identity(calendar: Pick<CalendarRecord, 'calendar_id'>, bookingId: string, generation: number) {
    const event_id = eventIdOf({ env: this.#env, bookingId, calendarId: calendar.calendar_id, generation })
    return { event_id, generation }
  }

  /** Requests reconciling the links of bookings and sessions, in all calendars; returns those calendars. */
  async touch(organizationId: string, ids: readonly string[], now: Date, session: ClientSession) {
    const filter = { organization_id: organizationId, booking_id: { $in: [...ids] } }
    const found = await this.#links.find(filter, { session, projection: { calendar: 1 } }).toArray()
    const touched = { due_at: now, mark: newId('request') }
    if (found.length > 0) await this.#links.updateMany(filter, { $set: touched }, { session })
    return found.map(({ calendar }) => calendar)
  }

  /** Requests reconciling all links of calendars. */
  async touchCalendars(calendars: readonly string[], now: Date, session: ClientSession): Promise<void> {
    const touched = { due_at: now, mark: newId('request') }
    await this.#links.updateMany({ calendar: { $in: [...calendars] } }, { $set: touched }, { session })
  }

  /** The link whose change was requested from booking. */
  async findByChange(
    organizationId: string,
    changeId: string,
    session: ClientSession,
  ): Promise<LinkRecord | null> {
    const filter = { 'change.id': changeId, organization_id: organizationId }
    return await this.#links.findOne(filter, { session })
  }

  /** Whether an event is linked in a calendar. */
  async hasEvent(calendar: string, event_id: string): Promise<boolean> {
    return (await this.#links.findOne({ calendar, event_id }, { projection: { _id: 1 } })) !== null
  }

  /** Whether any event of a calendar seems deleted. */
  async hasMissing(calendar: string): Promise<boolean> {
    return (await this.#links.findOne(missingIn(calendar), { projection: { _id: 1 } })) !== null
  }

  /** Links whose events seem deleted. */
  async missing(calendar: string): Promise<LinkRecord[]> {
    return await this.#links.find(missingIn(calendar)).toArray()
  }

  /** Links whose events lie at least partly within a span and are not missing. */
  present(calendar: string, { start, end }: Span): AsyncIterable<LinkRecord> {
    const within = { 'remote.end': { $gt: start }, 'remote.start': { $lt: end } }
    return this.#links.find({ calendar, ...within, missing_at: null })
  }

  /** Number of events in a calendar, and of those confirmed to be deleted since a time. */
  async count(calendar: string, goneSince: Date): Promise<{ there: number; gone: number }> {
    const gone = await this.#links.countDocuments({ calendar, gone_at: { $gt: goneSince } })
    const there = await this.#links.countDocuments({ calendar, remote: { $ne: null } })
    return { there, gone }
  }

  /** Holds links back until a person decides. */
  async hold(ids: readonly string[]): Promise<void> {
    await this.#links.updateMany({ _id: { $in: [...ids] } }, { $set: { held: true } })
  }

  /**
   * Links whose events vanished with many others, by the end of their bookings.
   *
   * @param after the last item of the page before
   */
  async held(
    organizationId: string,
    connectionId: string,
    { after, limit }: { readonly after?: Pick<LinkRecord, 'end' | '_id'>; readonly limit: number },
  ): Promise<HeldLink[]> {
    const next = after && { $or: [{ end: { $gt: after.end } }, { end: after.end, _id: { $gt: after._id } }] }
    const of = { organization_id: organizationId, connection_id: connectionId }
    const filter = { ...of, held: true, missing_at: { $ne: null }, ...next }
    return await this.#links.find<HeldLink>(filter).sort({ end: 1, _id: 1 }).limit(limit).toArray()
  }

  /** Marks the vanished events to be created again. */
  async restoreHeld(connectionId: string, session: ClientSession): Promise<void> {
    await this.#links.updateMany({ connection_id: connectionId, held: true }, { $set: NO_EVENT }, { session })
  }

  async ofEvents(calendar: string, eventIds: readonly string[]): Promise<Map<string, LinkRecord>> {
    const found = await this.#links.find({ calendar, event_id: { $in: [...eventIds] } }).toArray()
    return new Map(found.map((link) => [link.event_id, link]))
  }

  /** Which of these events belong to a connection, whatever its calendar. */
  async linkedOf(connectionId: string, eventIds: readonly string[]): Promise<Set<string>> {
    const filter = { connection_id: connectionId, event_id: { $in: [...eventIds] } }
    const found = await this.#links.find(filter, { projection: { event_id: 1 } }).toArray()
    return new Set(found.map(({ event_id }) => event_id))
  }

  async due(calendar: string, now: Date, limit: number): Promise<LinkRecord[]> {
    const filter = { calendar, due_at: { $ne: null, $lte: now } }
    return await this.#links.find(filter).sort({ due_at: 1, _id: 1 }).limit(limit).toArray()
  }

  /** When the next link is due; null: none. */
  async nextDueAt(calendar: string): Promise<Date | null> {
    const [first] = await this.#links
      .find({ calendar, due_at: { $ne: null } })
      .sort({ due_at: 1 })
      .limit(1)
      .toArray()
    return first?.due_at ?? null
  }

  async update(id: string, fields: Partial<LinkRecord>, session?: ClientSession): Promise<void> {
    await this.#links.updateOne({ _id: id }, { $set: fields }, session && { session })
  }

  /** Records that a link was reconciled, unless that was requested again meanwhile. */
  async settled({ _id, mark }: LinkRecord, dueAt: Date | null): Promise<void> {
    await this.#links.updateOne({ _id, mark }, { $set: { due_at: dueAt } })
  }

  async deleteOfConnection(connectionId: string, session: ClientSession): Promise<void> {
    await this.#links.deleteMany({ connection_id: connectionId }, { session })
  }
}
