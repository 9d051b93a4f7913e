import { collectionOf, isDuplicateKey, newId, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { KEPT_MS } from './streamed-event-store.ts'

/** How long an organisation counts as followed after its last stream was seen, in ms: longer than events are kept. */
const FOLLOWED_MS = KEPT_MS + 60_000

/** Start over rather than go on with what ends within this time, in ms: a replica may have stopped keeping events. */
const ENDING_MS = 10_000

/** An organisation whose events are kept, because somebody follows them or did a while ago. */
export interface FollowedRecord {
  readonly _id: string
  readonly generation: string
  /** When it began to be followed. */
  readonly since: Date
  readonly until: Date
  /** Number of its last event. */
  readonly last: number
}

const schema = organizationSchema<FollowedRecord>('followed_organizations', '_id').index(
  { until: 1 },
  { expireAfterSeconds: 0 },
)

/** The organisations whose events are kept for streams. */
export class FollowedStore {
  readonly #followed: mongo.Collection<FollowedRecord>

  constructor(connection: Connection) {
    this.#followed = collectionOf(connection, schema)
  }

  /** Keeps the events of an organisation from now on, or goes on to. */
  async follow(organizationId: string, now: Date): Promise<FollowedRecord> {
    return (await this.#extend(organizationId, now)) ?? (await this.#start(organizationId, now))
  }

  async #extend(_id: string, now: Date): Promise<FollowedRecord | null> {
    const isGoingOn = { $gt: new Date(now.getTime() + ENDING_MS) }
    return await this.#followed.findOneAndUpdate(
      { _id, until: isGoingOn },
      { $max: { until: endAfter(now) } },
      { returnDocument: 'after' },
    )
  }

  async #start(_id: string, now: Date): Promise<FollowedRecord> {
    const isOver = { $lte: new Date(now.getTime() + ENDING_MS) }
    const generation = newId('event').slice(-26)
    try {
      const started = await this.#followed.findOneAndUpdate(
        { _id, until: isOver },
        { $set: { generation, since: now, until: endAfter(now), last: 0 } },
        { upsert: true, returnDocument: 'after' },
      )
      if (started) return started
    } catch (error) {
      // Another stream of the organisation was opened at the same time.
      if (!isDuplicateKey(error)) throw error
    }
    return await this.follow(_id, now)
  }

  /** Goes on keeping the events of organisations whose streams are open. */
  async extend(organizationIds: readonly string[], now: Date): Promise<void> {
    const filter = { _id: { $in: [...organizationIds] }, until: { $gt: now } }
    await this.#followed.updateMany(filter, { $max: { until: endAfter(now) } })
  }

  async find(organizationIds: readonly string[]): Promise<FollowedRecord[]> {
    return await this.#followed.find({ _id: { $in: [...organizationIds] } }).toArray()
  }

  /** The organisations whose events are to be kept. */
  async all(now: Date): Promise<string[]> {
    const found = this.#followed.find({ until: { $gt: now } }).project<{ _id: string }>({ _id: 1 })
    return (await found.toArray()).map(({ _id }) => _id)
  }

  /** Takes the next numbers; null: the organisation is no longer followed. */
  async number(
    _id: string,
    count: number,
    now: Date,
    session: ClientSession,
  ): Promise<FollowedRecord | null> {
    return await this.#followed.findOneAndUpdate(
      { _id, until: { $gt: now } },
      { $inc: { last: count } },
      { returnDocument: 'after', session },
    )
  }
}

const endAfter = (now: Date): Date => new Date(now.getTime() + FOLLOWED_MS)
