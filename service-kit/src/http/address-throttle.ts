import { createHash } from 'node:crypto'
import type { ErrorCode } from '@usher/contracts'
import type { Connection } from 'mongoose'
import { RateLimiterMongo } from 'rate-limiter-flexible'
import { ProblemError } from '../errors.ts'
import { clientOf } from './client-address.ts'

const WINDOW_SECONDS = 600

interface Use {
  /** What is used, such as a queue: each has a count of its own. */
  readonly of: string
  /** Client address as seen by the gateway. */
  readonly address: string
  /** Most uses in a window. */
  readonly max: number
  /** What an address that has reached its limit is told; that of the throttle unless given. */
  readonly refusal?: string
  /** A failure that costs us as much as a success, and so counts like one. */
  readonly counting?: ErrorCode
}

export interface AddressThrottle {
  /**
   * Counts an attempt before it is made, and takes it back where nothing came of it: a repeat, or a failure but those
   * that are counting.
   *
   * @param attempt gets `rate_limited` if the address has reached its limit, to throw unless it is a repeat
   */
  counted<T extends { readonly replayed?: boolean }>(
    use: Use,
    attempt: (refusal: ProblemError | undefined) => Promise<T>,
  ): Promise<T>
}

interface ThrottleOptions {
  readonly name: string
  /** What an address that has reached its limit is told. */
  readonly refusal: string
}

/** Counts what strangers do by network address, in windows of ten minutes, across all replicas. */
export async function createAddressThrottle(
  connection: Connection,
  { name, refusal }: ThrottleOptions,
): Promise<AddressThrottle> {
  const limiter = new RateLimiterMongo({
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: 'throttles',
    disableIndexesCreation: true,
    keyPrefix: name,
    // Counted without a limit: each use has its own, compared here.
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_SECONDS,
  })
  await limiter.createIndexes()
  const tooMany = (ms: number, detail = refusal) =>
    new ProblemError('rate_limited', detail, { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) })
  return {
    async counted({ of, address, max, refusal: detail, counting }, attempt) {
      const key = keyOf(of, address)
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key)
      const limit = consumedPoints > max ? tooMany(msBeforeNext, detail) : undefined
      try {
        const reply = await attempt(limit)
        if (reply.replayed) await limiter.reward(key)
        return reply
      } catch (error) {
        const counts = error === limit || (error instanceof ProblemError && error.code === counting)
        if (!counts) await limiter.reward(key)
        throw error
      }
    },
  }
}

/** Network addresses are not stored in the clear. */
const keyOf = (of: string, address: string): string =>
  createHash('sha256')
    .update(`${of} ${clientOf(address)}`)
    .digest('base64url')
