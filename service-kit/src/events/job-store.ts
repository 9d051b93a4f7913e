import type { CloudEvent } from '@usher/contracts'
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose'
import { nativeCollection } from '../store/connection.ts'

/** Work that an event asks for, and its progress. */
export interface JobRecord {
  /** Identifier of the event. */
  readonly _id: string
  readonly event: CloudEvent
  readonly state: unknown
  /** Counts completed steps. */
  readonly version: number
  readonly not_before: Date
  /** Failed attempts at the next step. */
  readonly failures?: number
  /** Whether it is given up, and its event is a dead letter. */
  readonly is_dead?: boolean
}

/** What one step has come to. */
interface Progress {
  /** undefined: the job is done */
  readonly state?: unknown
  readonly notBefore?: Date
}

const schema = new Schema<JobRecord>(
  {
    _id: String,
    event: Schema.Types.Mixed,
    state: Schema.Types.Mixed,
    version: Number,
    not_before: Date,
    failures: Number,
    is_dead: Boolean,
  },
  { collection: 'event_jobs', versionKey: false },
)

/** A service's unfinished jobs. */
export const jobModel = (connection: Connection): Model<JobRecord> =>
  connection.models.EventJob ?? connection.model<JobRecord>('EventJob', schema)

const ALIVE = { is_dead: { $ne: true } }
const AT_ONCE: Pick<JobRecord, 'not_before'> = { not_before: new Date(0) }

/** The jobs of a service, by the event that asked for each. */
export class JobStore {
  readonly #jobs

  constructor(connection: Connection) {
    this.#jobs = nativeCollection(jobModel(connection))
  }

  async add(events: readonly CloudEvent[], session: ClientSession): Promise<void> {
    const records = events.map((event) => ({ _id: event.id, event, state: null, version: 0, ...AT_ONCE }))
    await this.#jobs.insertMany(records, { session })
  }

  /** Gives jobs that were given up another chance, where they stopped. */
  async revive(ids: readonly string[], session: ClientSession): Promise<void> {
    const these = { _id: { $in: [...ids] } }
    const isDead = { ...these, is_dead: true }
    await this.#jobs.updateMany(isDead, { $set: AT_ONCE, $unset: { is_dead: '', failures: '' } }, { session })
    // The dead letter may be replayed before the job is marked: a new version stops that.
    await this.#jobs.updateMany(these, { $inc: { version: 1 } }, { session })
  }

  /** Jobs whose next step is due, oldest event first. */
  async due(now: Date, most: number): Promise<JobRecord[]> {
    const due = { ...ALIVE, not_before: { $lte: now } }
    return await this.#jobs.find(due).sort({ _id: 1 }).limit(most).toArray()
  }

  async nextDue(): Promise<Date | undefined> {
    return (await this.#jobs.find(ALIVE).sort({ not_before: 1 }).limit(1).next())?.not_before
  }

  /** @returns false if somebody else has done the step meanwhile */
  async advance(
    { _id, version }: JobRecord,
    { state, notBefore }: Progress,
    session: ClientSession,
  ): Promise<boolean> {
    const before = { _id, version }
    if (state === undefined) return (await this.#jobs.deleteOne(before, { session })).deletedCount === 1
    const after = { state, version: version + 1, ...(notBefore ? { not_before: notBefore } : AT_ONCE) }
    const change = { $set: after, $unset: { failures: '' as const } }
    return (await this.#jobs.updateOne(before, change, { session })).matchedCount === 1
  }

  /** Records a failed step, to be repeated at a time. */
  async postpone({ _id, version, failures = 0 }: JobRecord, notBefore: Date): Promise<void> {
    await this.#jobs.updateOne({ _id, version }, { $set: { failures: failures + 1, not_before: notBefore } })
  }

  async giveUp({ _id, version }: JobRecord): Promise<void> {
    await this.#jobs.updateOne({ _id, version }, { $set: { is_dead: true } })
  }

  /** Deletes a job that was given up. */
  async deleteDead(id: string): Promise<void> {
    await this.#jobs.deleteOne({ _id: id, is_dead: true })
  }

  async countPending(most: number): Promise<number> {
    return await this.#jobs.countDocuments(ALIVE, { limit: most })
  }

  /** Time of the oldest event whose job is neither done nor given up. */
  async oldestPending(): Promise<Date | null> {
    // Event identifiers sort by time.
    const oldest = await this.#jobs.findOne(ALIVE, { sort: { _id: 1 }, projection: { 'event.time': 1 } })
    return oldest && new Date(oldest.event.time)
  }
}
