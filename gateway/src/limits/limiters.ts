import type { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterRedis } from 'rate-limiter-flexible'
import { BoundedMemoryLimiter } from './bounded-memory-limiter.ts'
import type { Allowance } from './plans.ts'

/**
 * Creates a counter with a fixed window per key, which starts with the key's first request.
 *
 * @param name what is counted; gateways share the count of a name in Redis
 */
export type CreateLimiter = (name: string, allowance: Allowance) => RateLimiterAbstract

/** Counts in this process: exact for one gateway. */
export const memoryLimiter: CreateLimiter = (_name, { requests, seconds }) =>
  new BoundedMemoryLimiter({ keyPrefix: '', points: requests, duration: seconds })

/**
 * Counts in Redis, in one atomic script: exact for any number of gateways. While Redis is unavailable each gateway
 * counts for itself from zero, so that every request is still counted.
 */
export const redisLimiter =
  (redis: Redis): CreateLimiter =>
  (name, { requests, seconds }) =>
    new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `usher:limit:${name}`,
      points: requests,
      duration: seconds,
      // Refuses used-up keys without asking Redis: a flood of requests does not become a flood of commands.
      inMemoryBlockOnConsumed: requests,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memoryLimiter(name, { requests, seconds }),
    })
