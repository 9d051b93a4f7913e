import { collectionOf, collectionSchema, createBatchLoader, isDuplicateKey } from '@usher/service-kit'
import { HOUR_MS } from '@usher/service-kit/durations'
import type { Connection, mongo } from 'mongoose'

/** Number of messages in one calendar hour or day. */
export interface CounterRecord {
  /** What is counted, and the start of the period. */
  readonly _id: string
  readonly organization_id: string
  readonly count: number
  /** For recipients: how many in each hour of a day. */
  readonly hours?: Readonly<Record<string, number>>
  readonly expires_at: Date
}

const schema = collectionSchema<CounterRecord>('counters').index({ expires_at: 1 }, { expireAfterSeconds: 0 })

export const PERIODS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const

/** Periods after its start for which a counter is kept: reputation counts the weeks of a quarter. */
const KEPT = { hour: 2, day: 2, week: 14 } as const

interface Counted {
  readonly organizationId: string
  /** The recipient's hash, or '' for the whole organisation. */
  readonly of: string
  readonly per: keyof typeof PERIODS
  readonly max: number
}

/** The counter of a period, with its initial values. */
export function counterOf({ organizationId, of, per }: Omit<Counted, 'max'>, now: Date) {
  const index = Math.floor(now.getTime() / PERIODS[per])
  const begun = { organization_id: organizationId, expires_at: new Date((index + KEPT[per]) * PERIODS[per]) }
  return { _id: `${organizationId} ${per} ${index} ${of}`, begun }
}

export const counterCollection = (connection: Connection): mongo.Collection<CounterRecord> =>
  collectionOf(connection, schema)

interface Take {
  readonly counted: Counted
  readonly now: Date
}

/** Counts messages across all replicas. */
export class CounterStore {
  readonly #counters: mongo.Collection<CounterRecord>
  readonly #take = createBatchLoader<Take, boolean>((takes) => this.#takeAll(takes))

  constructor(connection: Connection) {
    this.#counters = counterCollection(connection)
  }

  /** Counts one more, atomically; false if the limit is reached. */
  async take(counted: Counted, now: Date): Promise<boolean> {
    return await this.#take({ counted, now })
  }

  /** Counts those of one counter and limit together if all fit, else one by one. */
  async #takeAll(takes: readonly Take[]): Promise<boolean[]> {
    const groups = Map.groupBy(takes, ({ counted, now }) => `${counterOf(counted, now)._id} ${counted.max}`)
    const taken = new Map<Take, boolean>()
    for (const group of groups.values()) {
      const [{ counted, now }] = group as [Take]
      const areAll = group.length > 1 && (await this.#takeSome(counted, now, group.length))
      for (const take of group) taken.set(take, areAll || (await this.#takeSome(take.counted, take.now, 1)))
    }
    return takes.map((take) => taken.get(take) ?? false)
  }

  async #takeSome(counted: Counted, now: Date, number: number): Promise<boolean> {
    if (counted.max < number) return false
    const { _id, begun } = counterOf(counted, now)
    const update = { $inc: { count: number }, $setOnInsert: begun }
    const hasRoom = { _id, count: { $lte: counted.max - number } }
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#counters.updateOne(hasRoom, update, { upsert: true })
        return true
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        // It is full, or another replica just created it.
        if (tries > 1) return false
      }
    }
  }

  /** Counts one more, without a limit. */
  async add(counted: Omit<Counted, 'max'>, now: Date): Promise<void> {
    await this.take({ ...counted, max: Number.MAX_SAFE_INTEGER }, now)
  }

  /** The count of each in this period and those before. */
  async recent(
    organizationId: string,
    { per, periods, of }: { per: keyof typeof PERIODS; periods: number; of: readonly string[] },
    now: Date,
  ): Promise<number[][]> {
    const times = Array.from({ length: periods }, (_, back) => new Date(now.getTime() - back * PERIODS[per]))
    const idOf = (one: string, at: Date) => counterOf({ organizationId, of: one, per }, at)._id
    const ids = of.flatMap((one) => times.map((at) => idOf(one, at)))
    const found = await this.#counters.find({ _id: { $in: ids } }).toArray()
    const counts = new Map(found.map(({ _id, count }) => [_id, count]))
    return of.map((one) => times.map((at) => counts.get(idOf(one, at)) ?? 0))
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    // Everything that starts with the identifier and a space; the exclamation mark is the character after it.
    const ids = { $gte: `${organizationId} `, $lt: `${organizationId}!` }
    await this.#counters.deleteMany({ _id: ids })
  }
}
