import { duplicatesIn, nativeCollection } from '@usher/service-kit'
import { type ClientSession, type Connection, type Model, type mongo, Schema } from 'mongoose'
import type { AttemptRecord, DeliveryRecord, Progress } from './delivery.ts'

const RETENTION_SECONDS = 30 * 24 * 3600

/** Attempts kept of one delivery: the schedule has ten, and a person may add as many as they like. */
const MOST_ATTEMPTS_KEPT = 50

/** Has what is pending alone, by endpoint. */
export const DUE_INDEX = { webhook_id: 1, ordered: 1, due_at: 1 } as const

/** Has what is pending alone, of all endpoints. */
export const NEXT_DUE_INDEX = { due_at: 1 } as const

const schema = new Schema<DeliveryRecord>(
  {
    _id: String,
    organization_id: String,
    webhook_id: String,
    event_id: String,
    event: String,
    sequence: Number,
    ordered: Boolean,
    body: String,
    subject: String,
    guest_id: String,
    phone: String,
    email: String,
    traceparent: String,
    redacted_at: Date,
    test: Boolean,
    status: String,
    attempts: [Schema.Types.Mixed],
    attempt_count: Number,
    automatic_attempts: Number,
    next_attempt_at: Date,
    completed_at: Date,
    manual: Boolean,
    claim: String,
    due_at: Date,
    created_at: Date,
  },
  { collection: 'deliveries', versionKey: false },
)
  .index({ webhook_id: 1, status: 1, created_at: -1, _id: -1 })
  .index({ organization_id: 1, subject: 1, _id: 1 })
  .index(
    { organization_id: 1, guest_id: 1, _id: 1 },
    { partialFilterExpression: { guest_id: { $type: 'string' } } },
  )
  .index({ organization_id: 1, phone: 1 }, { partialFilterExpression: { phone: { $type: 'string' } } })
  .index({ organization_id: 1, email: 1 }, { partialFilterExpression: { email: { $type: 'string' } } })
  .index(DUE_INDEX, { partialFilterExpression: { due_at: { $exists: true } } })
  .index(NEXT_DUE_INDEX, { partialFilterExpression: { due_at: { $exists: true } } })
  .index(
    { webhook_id: 1, subject: 1, sequence: 1 },
    { partialFilterExpression: { ordered: true, status: 'pending' } },
  )
  .index({ created_at: 1 }, { expireAfterSeconds: RETENTION_SECONDS })

export const deliveryModel = (connection: Connection): Model<DeliveryRecord> =>
  connection.model<DeliveryRecord>('Delivery', schema)

/** What attempting a delivery needs of it. */
export type ClaimedDelivery = Omit<DeliveryRecord, 'attempts' | 'attempt_count'> & {
  readonly claim: string
  readonly due_at: Date
}

/** The end of a claim: where the delivery stands, and the attempt that was made, if any. */
export interface ClaimResult {
  readonly delivery: Pick<ClaimedDelivery, '_id' | 'claim'>
  readonly progress: Progress
  readonly attempt?: AttemptRecord
}

interface Claiming {
  readonly now: Date
  /** Name of the claim, new for each. */
  readonly claim: string
  readonly until: Date
}

/** The deliveries of all endpoints. What a client asks for is looked up within its own organisation. */
export class DeliveryStore {
  readonly #deliveries: mongo.Collection<DeliveryRecord>

  constructor(connection: Connection) {
    this.#deliveries = nativeCollection(deliveryModel(connection))
  }

  /** Inserts deliveries, all in one write; tells by their order which were not there before. */
  async insertNew(records: readonly DeliveryRecord[]): Promise<boolean[]> {
    try {
      await this.#deliveries.insertMany([...records], { ordered: false })
      return records.map(() => true)
    } catch (error) {
      const known = duplicatesIn(error)
      if (!known) throw error
      return records.map((_, index) => !known.has(index))
    }
  }

  async find(organizationId: string, id: string): Promise<DeliveryRecord | null> {
    return await this.#deliveries.findOne({ _id: id, organization_id: organizationId })
  }

  /**
   * Makes a delivery due for a manual attempt, out of any order; null while an attempt is under way.
   */
  async requestManual(
    { _id, organization_id }: DeliveryRecord,
    now: Date,
    session: ClientSession,
  ): Promise<DeliveryRecord | null> {
    const untaken = { $or: [{ claim: null }, { due_at: { $lte: now } }] }
    return await this.#deliveries.findOneAndUpdate(
      { _id, organization_id, manual: false, ...untaken },
      { $set: { manual: true, ordered: false, claim: null, due_at: now } },
      { session, returnDocument: 'after' },
    )
  }

  /** Claims those of the deliveries that nobody else has claimed meanwhile. */
  async claim(ids: readonly string[], { now, claim, until }: Claiming): Promise<ClaimedDelivery[]> {
    const filter = { _id: { $in: [...ids] } }
    const update = { $set: { claim, due_at: until } }
    await this.#deliveries.updateMany({ ...filter, due_at: { $lte: now } }, update)
    return await this.#deliveries
      .find({ ...filter, claim })
      .project<ClaimedDelivery>({ attempts: 0 })
      .toArray()
  }

  /** Gives claims back untouched, for anybody to take up at once. */
  async release(claimed: readonly ClaimedDelivery[], now: Date): Promise<void> {
    if (claimed.length === 0) return
    const update = { $set: { claim: null, due_at: now } }
    const operations = claimed.map(({ _id, claim }) => ({ updateOne: { filter: { _id, claim }, update } }))
    await this.#deliveries.bulkWrite(operations, { ordered: false })
  }

  /** Ends claims, all in one write. Safe to repeat. */
  async finish(results: readonly ClaimResult[]): Promise<void> {
    const operations = results.map((result) => ({ updateOne: finishing(result) }))
    const { matchedCount } = await this.#deliveries.bulkWrite(operations, { ordered: false })
    if (matchedCount === results.length) return
    const late = results.flatMap((result) => lateAttempt(result))
    if (late.length > 0) await this.#deliveries.bulkWrite(late, { ordered: false })
  }
}

function finishing({ delivery: { _id, claim }, progress, attempt }: ClaimResult) {
  const { status, automatic_attempts, next_attempt_at, completed_at } = progress
  const ended = { status, automatic_attempts, next_attempt_at, completed_at, claim: null, manual: false }
  return {
    filter: { _id, claim },
    update: {
      ...(next_attempt_at
        ? { $set: { ...ended, due_at: next_attempt_at } }
        : { $set: ended, $unset: { due_at: 1 as const } }),
      ...(attempt && adding(attempt)),
    },
  }
}

/**
 * A claim that ran out before its end was written has passed to somebody else, who decides on the schedule
 * now; the attempt was made all the same and must be seen. An attempt that is there already stays single.
 */
function lateAttempt({ delivery: { _id, claim }, attempt }: ClaimResult) {
  if (!attempt) return []
  const filter = { _id, claim: { $ne: claim }, 'attempts.claim': { $ne: claim } }
  return [{ updateOne: { filter, update: adding(attempt) } }]
}

const adding = (attempt: AttemptRecord) => ({
  $push: { attempts: { $each: [attempt], $slice: -MOST_ATTEMPTS_KEPT } },
  $inc: { attempt_count: 1 },
})
