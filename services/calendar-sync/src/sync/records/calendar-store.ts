import { collectionOf, earliest, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { CalendarRecord } from './calendar-record.ts'

const schema = organizationSchema<CalendarRecord>('calendars')
  .index({ pull_at: 1 })
  .index({ push_at: 1 })
  .index({ claim: 1, claimed_until: 1 })
  .index({ connection_id: 1 })
  .index({ organization_id: 1 })
  .index({ 'channels.id': 1 })

interface Claiming {
  readonly now: Date
  readonly claim: string
  readonly until: Date
  /** When it is read next, unless something happens before. */
  readonly nextPullAt: Date
  /** Only this calendar. */
  readonly id?: string
}

/** Calendars that connections use; one process at a time works on each. */
export class CalendarStore {
  readonly #calendars: mongo.Collection<CalendarRecord>

  constructor(connection: Connection) {
    this.#calendars = collectionOf(connection, schema)
  }

  /**
   * Claims the calendar that was worked on longest ago of those that are due, or whose claim a dead process left: that
   * process's work is repeated. Work requested from now on is left for the next claim.
   */
  async claimDue({ now, claim, until, nextPullAt, id }: Claiming): Promise<CalendarRecord | null> {
    const due = [{ pull_at: { $lte: now } }, { push_at: { $lte: now } }, { claim: { $ne: null } }]
    const free = { claimed_until: { $lte: now }, not_before: { $lte: now } }
    const pulling = { $or: [{ $lte: ['$pull_at', now] }, { $ne: ['$claim', null] }] }
    const claimed = { claim, claimed_until: until, push_at: null, pulling }
    const pull_at = { $cond: [{ $lte: ['$pull_at', now] }, nextPullAt, '$pull_at'] }
    return await this.#calendars.findOneAndUpdate(
      { ...free, $or: due, ...(id !== undefined && { _id: id }) },
      [{ $set: { ...claimed, pull_at } }],
      { returnDocument: 'after', sort: { claimed_until: 1 } },
    )
  }

  /** When the next unclaimed calendar is due, or a claim expires; undefined if nothing is left to do. */
  async nextDueAt(): Promise<Date | undefined> {
    const first = (filter: mongo.Filter<CalendarRecord>, time: 'pull_at' | 'push_at' | 'claimed_until') =>
      this.#calendars
        .find(filter)
        .sort({ [time]: 1 })
        .limit(1)
        .next()
    const [pull, push, lapse] = await Promise.all([
      first({ claim: null }, 'pull_at'),
      first({ claim: null, push_at: { $ne: null } }, 'push_at'),
      first({ claim: { $ne: null } }, 'claimed_until'),
    ])
    return earliest([pull?.pull_at, push?.push_at ?? undefined, lapse?.claimed_until])
  }

  /** Updates a calendar while this process holds the claim; false once it has passed on. */
  async update(
    { _id, claim }: Pick<CalendarRecord, '_id' | 'claim'>,
    fields: Partial<CalendarRecord>,
    session?: ClientSession,
  ): Promise<boolean> {
    const { matchedCount } = await this.#calendars.updateOne(
      { _id, claim },
      { $set: fields },
      session && { session },
    )
    return matchedCount === 1
  }

  /**
   * Releases a claim. Calendars that are due and were released before go first, however often others are due.
   *
   * @param pushAt when there is something to write next, unless requested sooner
   */
  async release({ _id, claim }: CalendarRecord, pushAt: Date | null, now: Date): Promise<void> {
    const push_at = pushAt ? { $min: [{ $ifNull: ['$push_at', pushAt] }, pushAt] } : '$push_at'
    const freed = { claim: null, claimed_until: now, failures: 0, push_at }
    await this.#calendars.updateOne({ _id, claim }, [{ $set: freed }])
  }

  /** Releases a claim after a failure, and postpones all work on the calendar. */
  async postpone({ _id, claim, pulling, failures }: CalendarRecord, at: Date, now: Date): Promise<void> {
    const freed = {
      claim: null,
      claimed_until: now,
      failures: failures + 1,
      not_before: at,
      push_at: at,
    }
    await this.#calendars.updateOne({ _id, claim }, { $set: { ...freed, ...(pulling && { pull_at: at }) } })
  }

  /** Requests reading a calendar. */
  async wantPull(filter: mongo.Filter<CalendarRecord>, now: Date): Promise<void> {
    await this.#calendars.updateMany(filter, { $set: { pull_at: now } })
  }

  /** Requests writing to calendars. */
  async wantPush(ids: readonly string[], now: Date, session?: ClientSession): Promise<void> {
    const filter = { _id: { $in: [...ids] } }
    await this.#calendars.updateMany(filter, { $set: { push_at: now } }, session && { session })
  }

  /** Requests reading all calendars of a connection now, even after failures. */
  async wantPullNow(connectionId: string, now: Date): Promise<void> {
    const update = { $set: { pull_at: now, not_before: now } }
    await this.#calendars.updateMany({ connection_id: connectionId }, update)
  }

  async find(id: string, session?: ClientSession): Promise<CalendarRecord | null> {
    return await this.#calendars.findOne({ _id: id }, session && { session })
  }

  async findByChannel(channelId: string): Promise<CalendarRecord | null> {
    return await this.#calendars.findOne({ 'channels.id': channelId })
  }

  /** Adds a calendar, or updates fields of an existing one. */
  async put(id: string, fields: Partial<CalendarRecord>, session: ClientSession): Promise<void> {
    await this.#calendars.updateOne({ _id: id }, { $set: fields }, { upsert: true, session })
  }

  /** Updates fields of all calendars of a connection except those in use. */
  async changeUnused(
    connectionId: string,
    usedCalendarIds: readonly string[],
    fields: Partial<CalendarRecord>,
    session: ClientSession,
  ): Promise<void> {
    const unused = { connection_id: connectionId, calendar_id: { $nin: [...usedCalendarIds] } }
    await this.#calendars.updateMany(unused, { $set: fields }, { session })
  }

  async ofConnection(connectionId: string, session?: ClientSession): Promise<CalendarRecord[]> {
    return await this.#calendars.find({ connection_id: connectionId }, session && { session }).toArray()
  }

  /** Deletes a calendar, unless its claim has passed on. */
  async deleteClaimed({ _id, claim }: Pick<CalendarRecord, '_id' | 'claim'>): Promise<void> {
    await this.#calendars.deleteOne({ _id, claim })
  }

  async deleteOfConnection(connectionId: string, session: ClientSession): Promise<void> {
    await this.#calendars.deleteMany({ connection_id: connectionId }, { session })
  }
}
