import { collectionOf, dueScope, isDuplicateKey, organizationSchema, ProblemError } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { ReplayChanges, ReplayRecord } from './replay.ts'

const RETENTION_SECONDS = 30 * 24 * 3600

const isRunning = { status: 'running' } as const

const schema = organizationSchema<ReplayRecord>('replays')
  // One running replay per endpoint.
  .index({ webhook_id: 1 }, { unique: true, partialFilterExpression: isRunning })
  .index({ organization_id: 1 })
  .index({ completed_at: 1 }, { expireAfterSeconds: RETENTION_SECONDS })

/** Replays of all endpoints. */
export class ReplayStore {
  readonly #replays: mongo.Collection<ReplayRecord>

  readonly #scope

  constructor(connection: Connection) {
    this.#replays = collectionOf(connection, schema)
    this.#scope = () => dueScope(connection)
  }

  /** @throws ProblemError `replay_in_progress` */
  async insert(record: ReplayRecord, session: ClientSession): Promise<void> {
    try {
      await this.#replays.insertOne(record, { session })
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      throw new ProblemError('replay_in_progress', 'Wait until the current replay has ended.')
    }
  }

  async find(organizationId: string, webhookId: string, id: string): Promise<ReplayRecord | null> {
    return await this.#replays.findOne({ _id: id, organization_id: organizationId, webhook_id: webhookId })
  }

  /** Ids of running replays. */
  async listRunning(): Promise<string[]> {
    const found = await this.#replays
      .find({ ...this.#scope(), ...isRunning })
      .project<{ _id: string }>({ _id: 1 })
      .toArray()
    return found.map(({ _id }) => _id)
  }

  async findRunning(id: string): Promise<ReplayRecord | null> {
    return await this.#replays.findOne({ _id: id, ...isRunning })
  }

  /** False if it was changed since it was read. */
  async update(
    { _id, version }: ReplayRecord,
    changes: ReplayChanges,
    session?: ClientSession,
  ): Promise<boolean> {
    const { matchedCount } = await this.#replays.updateOne(
      { _id, version },
      { $set: changes, $inc: { version: 1 } },
      session ? { session } : {},
    )
    return matchedCount === 1
  }
}
