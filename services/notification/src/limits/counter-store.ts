import { isDuplicateKey, nativeCollection } from '@usher/service-kit'
import { type Connection, type mongo, Schema } from 'mongoose'

/** How many messages there were in one hour or day of the clock. */
interface CounterRecord {
  /** What is counted, and when it began. */
  readonly _id: string
  readonly organization_id: string
  readonly count: number
  readonly expires_at: Date
}

const schema = new Schema<CounterRecord>(
  { _id: String, organization_id: String, count: Number, expires_at: Date },
  { collection: 'counters', versionKey: false },
)
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })
  .index({ organization_id: 1 })

const HOUR_MS = 3_600_000
export const PERIODS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const

interface Counted {
  readonly organizationId: string
  /** The recipient's hash, or '' for all of the organisation. */
  readonly of: string
  readonly per: keyof typeof PERIODS
  readonly most: number
}

/** Counts messages for all replicas together. */
export class CounterStore {
  readonly #counters: mongo.Collection<CounterRecord>

  constructor(connection: Connection) {
    this.#counters = nativeCollection(connection.model<CounterRecord>('Counter', schema))
  }

  /** Counts one more, in one step of the database; false where there are as many as may be. */
  async take({ organizationId, of, per, most }: Counted, now: Date): Promise<boolean> {
    if (most < 1) return false
    const period = PERIODS[per]
    const index = Math.floor(now.getTime() / period)
    const _id = `${organizationId} ${per} ${index} ${of}`
    const begun = { organization_id: organizationId, expires_at: new Date((index + 2) * period) }
    const update = { $inc: { count: 1 }, $setOnInsert: begun }
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#counters.updateOne({ _id, count: { $lt: most } }, update, { upsert: true })
        return true
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        // It is full, or was begun by somebody else at the same moment.
        if (tries > 1) return false
      }
    }
  }

  /** Counts one more, without a limit. */
  async add(counted: Omit<Counted, 'most'>, now: Date): Promise<void> {
    await this.take({ ...counted, most: Number.MAX_SAFE_INTEGER }, now)
  }

  /** How many there are in this period and the one before. */
  async recent({ organizationId, of, per }: Omit<Counted, 'most'>, now: Date): Promise<number> {
    const index = Math.floor(now.getTime() / PERIODS[per])
    const ids = [index, index - 1].map((one) => `${organizationId} ${per} ${one} ${of}`)
    const found = await this.#counters.find({ _id: { $in: ids } }).toArray()
    return found.reduce((sum, { count }) => sum + count, 0)
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    await this.#counters.deleteMany({ organization_id: organizationId })
  }
}
