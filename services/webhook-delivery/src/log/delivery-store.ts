import { collectionOf, collectionSchema, duplicatesIn, newId } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { AttemptRecord } from './attempt-record.ts'
import type { DeliveryRecord, Progress } from './delivery.ts'

const RETENTION_SECONDS = 30 * 24 * 3600

/** Duration of a claim, in ms. After it another replica may take over from one that died. */
const CLAIM_MS = 30_000

/** Attempts kept per delivery. The schedule makes ten; manual retries are unlimited. */
const MAX_ATTEMPTS_KEPT = 50

/** Pending deliveries only, by endpoint. */
export const DUE_INDEX = { webhook_id: 1, ordered: 1, due_at: 1 } as const

/** Pending deliveries only, across all endpoints. */
export const NEXT_DUE_INDEX = { due_at: 1 } as const

const schema = collectionSchema<DeliveryRecord>('deliveries')
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

export const deliveryCollection = (connection: Connection): mongo.Collection<DeliveryRecord> =>
  collectionOf(connection, schema)

/** The fields of a delivery that an attempt needs. */
export type ClaimedDelivery = Omit<DeliveryRecord, 'attempts' | 'attempt_count'> & {
  readonly claim: string
  readonly due_at: Date
}

/** The outcome of a claim: the delivery's new progress, and the attempt if one was made. */
export interface ClaimResult {
  readonly delivery: Pick<ClaimedDelivery, '_id' | 'claim'>
  readonly progress: Progress
  readonly attempt?: AttemptRecord | undefined
}

/** A claim to make. */
export interface Claiming {
  readonly now: Date
  /** Unique identifier of the claim. */
  readonly claim: string
  readonly until: Date
}

export const newClaim = (now: Date): Claiming => ({
  now,
  claim: newId('request'),
  until: new Date(now.getTime() + CLAIM_MS),
})

/** Deliveries. Requests by clients are limited to their own organisation. */
export class DeliveryStore {
  readonly #deliveries: mongo.Collection<DeliveryRecord>

  constructor(connection: Connection) {
    this.#deliveries = deliveryCollection(connection)
  }

  /** Inserts deliveries in one write. Returns, in order, whether each one is new. */
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
   * Makes a delivery due for a manual attempt, regardless of its order; null while another attempt is in
   * flight.
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

  /** Claims the deliveries that no other replica has claimed meanwhile. */
  async claim(ids: readonly string[], { now, claim, until }: Claiming): Promise<ClaimedDelivery[]> {
    const filter = { _id: { $in: [...ids] } }
    const update = { $set: { claim, due_at: until } }
    await this.#deliveries.updateMany({ ...filter, due_at: { $lte: now } }, update)
    return await this.#deliveries
      .find({ ...filter, claim })
      .project<ClaimedDelivery>({ attempts: 0 })
      .toArray()
  }

  /** Releases claims unchanged; any replica can claim the deliveries at once. */
  async release(claimed: readonly ClaimedDelivery[], now: Date): Promise<void> {
    if (claimed.length === 0) return
    const update = { $set: { claim: null, due_at: now } }
    const operations = claimed.map(({ _id, claim }) => ({ updateOne: { filter: { _id, claim }, update } }))
    await this.#deliveries.bulkWrite(operations, { ordered: false })
  }

  /** Writes the results of claims in one operation. Idempotent. */
  async finish(results: readonly ClaimResult[]): Promise<void> {
    const operations = results.map((result) => ({ updateOne: finishOperation(result) }))
    const { matchedCount } = await this.#deliveries.bulkWrite(operations, { ordered: false })
    if (matchedCount === results.length) return
    const late = results.flatMap((result) => lateAttempt(result))
    if (late.length > 0) await this.#deliveries.bulkWrite(late, { ordered: false })
  }
}

function finishOperation({ delivery: { _id, claim }, progress, attempt }: ClaimResult) {
  const { status, automatic_attempts, next_attempt_at, completed_at } = progress
  const ended = { status, automatic_attempts, next_attempt_at, completed_at, claim: null, manual: false }
  return {
    filter: { _id, claim },
    update: {
      ...(next_attempt_at
        ? { $set: { ...ended, due_at: next_attempt_at } }
        : { $set: ended, $unset: { due_at: 1 as const } }),
      ...(attempt && pushAttempt(attempt)),
    },
  }
}

/**
 * Adds an attempt whose claim expired before its result was written. Another claim now decides on the
 * schedule, but the attempt was made and belongs in the log. Never adds it twice.
 */
function lateAttempt({ delivery: { _id, claim }, attempt }: ClaimResult) {
  if (!attempt) return []
  const filter = { _id, claim: { $ne: claim }, 'attempts.claim': { $ne: claim } }
  return [{ updateOne: { filter, update: pushAttempt(attempt) } }]
}

const pushAttempt = (attempt: AttemptRecord) => ({
  $push: { attempts: { $each: [attempt], $slice: -MAX_ATTEMPTS_KEPT } },
  $inc: { attempt_count: 1 },
})
