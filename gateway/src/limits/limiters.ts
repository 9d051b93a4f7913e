import type { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterRedis } from 'rate-limiter-flexible'
import { BoundedMemoryLimiter } from './bounded-memory-limiter.ts'
import type { Allowance } from './plans.ts'

/**
 * Makes a counter with a fixed window of its own for every key, which begins with the key's first request.
 *
 * @param name what is counted; equal names in several gateways share a count in Redis
 */
export type CreateLimiter = (name: string, allowance: Allowance) => RateLimiterAbstract

/** Counts in this process: exact for one gateway. */
export const memoryLimiter: CreateLimiter = (_name, { requests, seconds }) =>
  new BoundedMemoryLimiter({ keyPrefix: '', points: requests, duration: seconds })

/**
 * Counts in Redis, in one atomic script: exact for any number of gateways. While Redis does not answer each
 * gateway counts for itself from nothing, so that every request is still counted by somebody.
 */
export const redisLimiter =
  (redis: Redis): CreateLimiter =>
  (name, { requests, seconds }) =>
    new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `usher:limit:${name}`,
      points: requests,
      duration: seconds,
      // What is used up is refused without asking: a flood of requests is not one of commands.
      inMemoryBlockOnConsumed: requests,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memoryLimiter(name, { requests, seconds }),
    })
