import { createBatchLoader, duplicatesIn } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import { type CounterRecord, counterCollection, counterOf, PERIODS } from './counter-store.ts'

interface Counted {
  readonly organizationId: string
  /** The recipient's hash. */
  readonly of: string
  readonly maxPerHour: number
  readonly maxPerDay: number
}

/** The limit a recipient has reached, if any. */
type Full = 'hour' | 'day' | null

interface Take {
  readonly counted: Counted
  readonly now: Date
}

/** Counts messages per recipient across all replicas: the day and its hours in one record. */
export class NumberCounters {
  readonly #counters: mongo.Collection<CounterRecord>
  readonly #take = createBatchLoader<Take, Full>((takes) => this.#takeAll(takes))

  constructor(connection: Connection) {
    this.#counters = counterCollection(connection)
  }

  /** Counts one more, atomically, unless the limit of the hour or the day is reached. */
  async take(counted: Counted, now: Date): Promise<Full> {
    if (counted.maxPerHour < 1) return 'hour'
    if (counted.maxPerDay < 1) return 'day'
    return await this.#take({ counted, now })
  }

  async #takeAll(takes: readonly Take[]): Promise<Full[]> {
    const refused = await this.#count(takes)
    // Each is full, or another replica just created it.
    const again = refused.size === 0 ? refused : await this.#count(takes, refused)
    return await Promise.all(takes.map((take, index) => (again.has(index) ? this.#fullOf(take) : null)))
  }

  /** Returns the indexes of those not counted. */
  async #count(takes: readonly Take[], among?: ReadonlySet<number>): Promise<Set<number>> {
    const places = takes.map((_, index) => index).filter((index) => !among || among.has(index))
    const operations = places.map((index) => ({ updateOne: countingOf(takes[index] as Take) }))
    try {
      await this.#counters.bulkWrite(operations, { ordered: false })
      return new Set()
    } catch (error) {
      const failed = duplicatesIn(error)
      if (!failed) throw error
      return new Set([...failed].map((index) => places[index] as number))
    }
  }

  async #fullOf({ counted, now }: Take): Promise<Full> {
    const found = await this.#counters.findOne({ _id: dayOf(counted, now)._id })
    return (found?.hours?.[hourOf(now)] ?? 0) >= counted.maxPerHour ? 'hour' : 'day'
  }
}

const dayOf = ({ organizationId, of }: Counted, now: Date) =>
  counterOf({ organizationId, of, per: 'day' }, now)

const hourOf = (now: Date): string => String(Math.floor(now.getTime() / PERIODS.hour) % 24)

function countingOf({ counted, now }: Take) {
  const { _id, begun } = dayOf(counted, now)
  const hour = `hours.${hourOf(now)}`
  const { maxPerHour, maxPerDay } = counted
  return {
    filter: { _id, count: { $lt: maxPerDay }, [hour]: { $not: { $gte: maxPerHour } } },
    update: { $inc: { count: 1, [hour]: 1 }, $setOnInsert: begun },
    upsert: true,
  }
}
