import { collectionOf, collectionSchema, createBatchLoader, duplicatesIn } from '@usher/service-kit'
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

const PERIODS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const

/** Periods after its start for which a counter is kept: reputation counts the weeks of a quarter. */
const KEPT = { hour: 2, day: 2, week: 14 } as const

interface Counter {
  readonly organizationId: string
  /** What is counted, such as the recipient's hash; '' for the whole organisation. */
  readonly of: string
  readonly per: keyof typeof PERIODS
}

interface Counted extends Counter {
  readonly max: number
  /** For a counter of a day. */
  readonly maxPerHour?: number
}

/** The limit that a counter has reached, if any. */
type Full = keyof typeof PERIODS | null

interface Take {
  readonly counted: Counted
  readonly now: Date
}

/** Counts messages across all replicas. */
export class CounterStore {
  readonly #counters: mongo.Collection<CounterRecord>
  readonly #take = createBatchLoader<Take, Full>((takes) => this.#takeAll(takes))

  constructor(connection: Connection) {
    this.#counters = collectionOf(connection, schema)
  }

  /** Counts one more, atomically, unless a limit is reached; false then. */
  async take(counted: Counted, now: Date): Promise<boolean> {
    return (await this.takeOrFull(counted, now)) === null
  }

  /** As {@link take}, but returns the limit that is reached. */
  async takeOrFull(counted: Counted, now: Date): Promise<Full> {
    const { per, max, maxPerHour } = counted
    if (maxPerHour !== undefined && maxPerHour < 1) return 'hour'
    if (max < 1) return per
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
    const { per, maxPerHour } = counted
    if (maxPerHour === undefined) return per
    const found = await this.#counters.findOne({ _id: idOf(counted, now) })
    return (found?.hours?.[hourOf(now)] ?? 0) >= maxPerHour ? 'hour' : per
  }

  /** Counts one more, without a limit. */
  async add(counter: Counter, now: Date): Promise<void> {
    await this.take({ ...counter, max: Number.MAX_SAFE_INTEGER }, now)
  }

  /** The count of each in this period and those before. */
  async recent(
    organizationId: string,
    { per, periods, of }: { per: keyof typeof PERIODS; periods: number; of: readonly string[] },
    now: Date,
  ): Promise<number[][]> {
    const times = Array.from({ length: periods }, (_, back) => new Date(now.getTime() - back * PERIODS[per]))
    const idAt = (one: string, at: Date) => idOf({ organizationId, of: one, per }, at)
    const ids = of.flatMap((one) => times.map((at) => idAt(one, at)))
    const found = await this.#counters.find({ _id: { $in: ids } }).toArray()
    const counts = new Map(found.map(({ _id, count }) => [_id, count]))
    return of.map((one) => times.map((at) => counts.get(idAt(one, at)) ?? 0))
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    // Everything that starts with the identifier and a space; the exclamation mark is the character after it.
    const ids = { $gte: `${organizationId} `, $lt: `${organizationId}!` }
    await this.#counters.deleteMany({ _id: ids })
  }
}

const indexOf = (per: keyof typeof PERIODS, now: Date): number => Math.floor(now.getTime() / PERIODS[per])

const idOf = ({ organizationId, of, per }: Counter, now: Date): string =>
  `${organizationId} ${per} ${indexOf(per, now)} ${of}`

const hourOf = (now: Date): string => String(indexOf('hour', now) % 24)

function countingOf({ counted, now }: Take) {
  const { organizationId: organization_id, per, max, maxPerHour } = counted
  const hour = `hours.${hourOf(now)}`
  const expires_at = new Date((indexOf(per, now) + KEPT[per]) * PERIODS[per])
  return {
    filter: {
      _id: idOf(counted, now),
      count: { $lt: max },
      ...(maxPerHour !== undefined && { [hour]: { $not: { $gte: maxPerHour } } }),
    },
    update: {
      $inc: { count: 1, ...(maxPerHour !== undefined && { [hour]: 1 }) },
      $setOnInsert: { organization_id, expires_at },
    },
    upsert: true,
  }
}
