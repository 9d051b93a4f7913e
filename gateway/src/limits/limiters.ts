import type { Redis } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from 'rate-limiter-flexible'
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

/** Keys of each kind kept by one limiter: some 10 MB, however many addresses send. */
const MAX_KEYS = 20_000

/**
 * Counts in this process, in bounded memory. When full, the least recently counted key is evicted. Refused keys are
 * kept apart: evicting one takes as many others that have used up their allowance, so a flood from fresh addresses
 * cannot reset a refused one.
 */
class BoundedMemoryLimiter extends RateLimiterMemory {
  // Least recently counted first. An LRUCache would reserve the room for all keys: 36 MB for the limiters of a gateway.
  readonly #accepted = new Set<string>()
  readonly #refused = new Set<string>()

  override async consume(key: string, points?: number): Promise<RateLimiterRes> {
    this.#keep(key, this.#refused.has(key) ? this.#refused : this.#accepted)
    try {
      const standing = await super.consume(key, points)
      if (this.#refused.delete(key)) this.#keep(key, this.#accepted)
      return standing
    } catch (refusal) {
      if (this.#accepted.delete(key)) this.#keep(key, this.#refused)
      throw refusal
    }
  }

  #keep(key: string, keys: Set<string>): void {
    keys.delete(key)
    keys.add(key)
    const [oldest] = keys
    if (keys.size <= MAX_KEYS || oldest === undefined) return
    keys.delete(oldest)
    void this.delete(oldest)
  }
}
