import type { CloudEvent } from '@usher/contracts'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { collectionOf, collectionSchema } from '../store/connection.ts'
import { servedOrganization } from '../store/test-clock-scope.ts'

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
  /** The queue whose dead letter it is, once it is given up. */
  readonly dead_in?: string
}

/** What one step has come to. */
interface Progress {
  /** undefined: the job is done */
  readonly state?: unknown
  readonly notBefore?: Date
}

const COLLECTION = 'event_jobs'

const schema = collectionSchema<JobRecord>(COLLECTION)

/** A service's unfinished jobs. */
export const jobCollection = (connection: Connection): mongo.Collection<JobRecord> =>
  collectionOf(connection, schema)

const ALIVE = { dead_in: { $exists: false } }
const DEAD = { dead_in: { $exists: true } }
const DUE_NOW: Pick<JobRecord, 'not_before'> = { not_before: new Date(0) }

/** The jobs of a service, by the event that asked for each. */
export class JobStore {
  readonly #jobs
  /** Jobs that are neither done nor given up. */
  readonly #alive

  constructor(connection: Connection) {
    this.#jobs = jobCollection(connection)
    this.#alive = () => {
      const served = servedOrganization(connection)
      return served === undefined ? ALIVE : { ...ALIVE, 'event.organizationid': served }
    }
  }

  async add(events: readonly CloudEvent[], session: ClientSession): Promise<void> {
    const records = events.map((event) => ({ _id: event.id, event, state: null, version: 0, ...DUE_NOW }))
    await this.#jobs.insertMany(records, { session })
  }

  /** Jobs whose next step is due, oldest event first. */
  async due(now: Date, max: number): Promise<JobRecord[]> {
    const due = { ...this.#alive(), not_before: { $lte: now } }
    return await this.#jobs.find(due).sort({ _id: 1 }).limit(max).toArray()
  }

  async nextDue(): Promise<Date | undefined> {
    return (await this.#jobs.find(this.#alive()).sort({ not_before: 1 }).limit(1).next())?.not_before
  }

  /** @returns false if another replica has done the step meanwhile */
  async advance(
    { _id, version }: JobRecord,
    { state, notBefore }: Progress,
    session: ClientSession,
  ): Promise<boolean> {
    const before = { _id, version }
    if (state === undefined) return (await this.#jobs.deleteOne(before, { session })).deletedCount === 1
    const after = { state, version: version + 1, ...(notBefore ? { not_before: notBefore } : DUE_NOW) }
    const change = { $set: after, $unset: { failures: '' as const } }
    return (await this.#jobs.updateOne(before, change, { session })).matchedCount === 1
  }

  /** Records a failed step, to be repeated at a time. */
  async postpone({ _id, version, failures = 0 }: JobRecord, notBefore: Date): Promise<void> {
    await this.#jobs.updateOne({ _id, version }, { $set: { failures: failures + 1, not_before: notBefore } })
  }

  /** Leaves a job to operators, as a dead letter of its queue. */
  async giveUp({ _id, version }: JobRecord, queue: string): Promise<void> {
    await this.#jobs.updateOne({ _id, version }, { $set: { dead_in: queue } })
  }

  /** Jobs given up, oldest event first. */
  async dead(queue: string, max: number): Promise<JobRecord[]> {
    return await this.#jobs.find({ dead_in: queue }).sort({ _id: 1 }).limit(max).toArray()
  }

  /** How many jobs were given up, by queue. */
  async countDead(): Promise<Map<string, number>> {
    const byQueue = [{ $match: DEAD }, { $group: { _id: '$dead_in', count: { $sum: 1 } } }]
    const found = await this.#jobs.aggregate<{ _id: string; count: number }>(byQueue).toArray()
    return new Map(found.map(({ _id, count }) => [_id, count]))
  }

  /** Lets a job that was given up go on where it stopped. */
  async revive(id: string): Promise<void> {
    const alive = { $set: DUE_NOW, $unset: { dead_in: '', failures: '' } } as const
    await this.#jobs.updateOne({ _id: id, ...DEAD }, alive)
  }

  /** Deletes a job that was given up. */
  async deleteDead(id: string): Promise<void> {
    await this.#jobs.deleteOne({ _id: id, ...DEAD })
  }

  async countPending(max: number): Promise<number> {
    return await this.#jobs.countDocuments(ALIVE, { limit: max })
  }

  /** Time of the oldest event whose job is neither done nor given up. */
  async oldestPending(): Promise<Date | null> {
    // Event identifiers sort by time.
    const oldest = await this.#jobs.findOne(ALIVE, { sort: { _id: 1 }, projection: { 'event.time': 1 } })
    return oldest && new Date(oldest.event.time)
  }
}

/** Whether there are jobs of an organisation, given up ones included. A service without jobs has none. */
export const hasJobs = async ({ db }: Connection, organizationId: string): Promise<boolean> =>
  (await db?.collection(COLLECTION).findOne({ 'event.organizationid': organizationId })) != null
