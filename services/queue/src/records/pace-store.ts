import { collectionOf, dueScope, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { Pace, Start } from '../waits/pace.ts'
import { NO_WORK, type Work } from '../waits/work.ts'
import type { PaceRecord } from './pace-record.ts'

const schema = organizationSchema<PaceRecord>('paces')
  .index({ organization_id: 1 })
  .index({ 'pace.learn_at': 1 }, { sparse: true })

/** The paces of all queues. */
export class PaceStore {
  readonly #paces: mongo.Collection<PaceRecord>

  readonly #scope

  constructor(connection: Connection) {
    this.#paces = collectionOf(connection, schema)
    this.#scope = () => dueScope(connection)
  }

  async of(queueId: string): Promise<Pace | undefined> {
    const found = await this.#paces.findOne({ _id: queueId })
    return found ? current(found.pace) : undefined
  }

  /** Queues whose corrections are due to be learnt, the longest due first. */
  async toLearn(now: Date, limit: number): Promise<Pick<PaceRecord, '_id' | 'organization_id'>[]> {
    return await this.#paces
      .find(
        { ...this.#scope(), 'pace.learn_at': { $lte: now.getTime() } },
        { projection: { organization_id: 1 } },
      )
      .sort({ 'pace.learn_at': 1 })
      .limit(limit)
      .toArray()
  }

  /** When the next correction is due; undefined: none is. */
  async nextToLearn(): Promise<Date | undefined> {
    const [next] = await this.#paces
      .find({ ...this.#scope(), 'pace.learn_at': { $exists: true } }, { projection: { 'pace.learn_at': 1 } })
      .sort({ 'pace.learn_at': 1 })
      .limit(1)
      .toArray()
    return next?.pace.learn_at === undefined ? undefined : new Date(next.pace.learn_at)
  }

  async replace(records: readonly PaceRecord[], session: ClientSession): Promise<void> {
    await this.#paces.bulkWrite(records.map(replacement), { session })
  }
}

type StoredPace = Omit<Pace, 'work'> & {
  /** `lately` is absent in sums stored in the old format. */
  readonly work: Omit<Work, 'lately'> & Partial<Pick<Work, 'lately'>>
  /** Scores in the old format: they do not say whether somebody was ahead. */
  readonly scores?: unknown
}

/** A stored pace in the current format. */
function current({ scores: _, ...pace }: StoredPace): Pace {
  const isCurrent = (start: Start) => start.score === null || start.score.nobody_ahead !== undefined
  return {
    ...pace,
    work: { ...pace.work, lately: pace.work.lately ?? NO_WORK.lately },
    starts: pace.starts.map((start) => (isCurrent(start) ? start : { ...start, score: null })),
  }
}

const replacement = (record: PaceRecord) => ({
  replaceOne: { filter: { _id: record._id }, replacement: record, upsert: true },
})
