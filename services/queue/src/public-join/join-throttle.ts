import { createHash } from 'node:crypto'
import { PUBLIC_JOIN_DEFAULTS } from '@usher/contracts'
import { clientOf, ProblemError } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { RateLimiterMongo } from 'rate-limiter-flexible'

const TEN_MINUTES_SECONDS = 600

interface Join {
  readonly queueId: string
  /** Address of the client's connection to the gateway. */
  readonly address: string
  /** How many may join from it. */
  readonly most: number
}

export interface CountedJoin {
  /** `rate_limited`, where as many have joined from the address as may. */
  readonly refusal: ProblemError | undefined
  /** The guest did not join: it does not count. */
  takeBack(): Promise<void>
}

export interface JoinThrottle {
  /** Counts somebody who joins, before that is tried. */
  count(join: Join): Promise<CountedJoin>
}

/** Counts those who join a queue by themselves by network address, in windows of ten minutes and for all replicas. */
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
    async count({ queueId, address, most }) {
      const key = keyOf(queueId, address)
      // Counts without a limit: each queue has its own, which is compared here.
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key)
      return {
        refusal: consumedPoints > most ? tooMany(msBeforeNext) : undefined,
        takeBack: async () => void (await limiter.reward(key)),
      }
    },
  }
}

/** Network addresses are not kept as they are. */
const keyOf = (queueId: string, address: string): string =>
  createHash('sha256')
    .update(`${queueId} ${clientOf(address)}`)
    .digest('base64url')

const tooMany = (ms: number) =>
  new ProblemError('rate_limited', 'As many guests have joined from your address as may. Ask the staff.', {
    retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)),
  })
