import { createHash } from 'node:crypto'
import { PUBLIC_JOIN_DEFAULTS } from '@usher/contracts'
import { clientOf, ProblemError } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { RateLimiterMongo } from 'rate-limiter-flexible'

const TEN_MINUTES_SECONDS = 600

interface Join {
  readonly queueId: string
  /** Client address as seen by the gateway. */
  readonly address: string
  /** Limit of joins from it. */
  readonly max: number
}

export interface CountedJoin {
  /** `rate_limited` if the address has reached its limit. */
  readonly refusal: ProblemError | undefined
  /** Does not count the join after all: the guest was not added. */
  takeBack(): Promise<void>
}

export interface JoinThrottle {
  /** Counts a join, before it is tried. */
  count(join: Join): Promise<CountedJoin>
}

/** Counts public joins by network address, in windows of ten minutes, across all replicas. */
export async function createJoinThrottle(connection: Connection): Promise<JoinThrottle> {
  const limiter = new RateLimiterMongo({
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: 'throttles',
    disableIndexesCreation: true,
    keyPrefix: 'public-join',
    points: PUBLIC_JOIN_DEFAULTS.max_per_address,
    duration: TEN_MINUTES_SECONDS,
  })
  await limiter.createIndexes()
  return {
    async count({ queueId, address, max }) {
      const key = keyOf(queueId, address)
      // Count without a limit: each queue has its own, compared here.
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key)
      return {
        refusal: consumedPoints > max ? tooMany(msBeforeNext) : undefined,
        takeBack: async () => void (await limiter.reward(key)),
      }
    },
  }
}

/** Network addresses are not stored in the clear. */
const keyOf = (queueId: string, address: string): string =>
  createHash('sha256')
    .update(`${queueId} ${clientOf(address)}`)
    .digest('base64url')

const tooMany = (ms: number) =>
  new ProblemError('rate_limited', 'Too many guests have joined from your network. Ask the staff.', {
    retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)),
  })
