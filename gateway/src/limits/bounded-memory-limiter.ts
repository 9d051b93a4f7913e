import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

/** Keys of each kind kept by one limiter: some 10 MB, however many addresses send. */
const MAX_KEYS = 20_000

/**
 * Counts in this process, in bounded memory. When full, the least recently counted key is evicted. Refused keys are
 * kept apart: evicting one takes as many others that have used up their allowance, so a flood from fresh addresses
 * cannot reset a refused one.
 */
export class BoundedMemoryLimiter extends RateLimiterMemory {
  readonly #accepted = this.#keys()
  readonly #refused = this.#keys()

  override consume(key: string, points?: number): Promise<RateLimiterRes> {
    const isRefused = this.#refused.get(key)
    if (!isRefused) this.#accepted.set(key, true)
    const counting = super.consume(key, points)
    counting.then(
      () => isRefused && this.#move(key, this.#refused, this.#accepted),
      () => isRefused || this.#move(key, this.#accepted, this.#refused),
    )
    return counting
  }

  #move(key: string, from: LRUCache<string, true>, to: LRUCache<string, true>): void {
    from.delete(key)
    to.set(key, true)
  }

  #keys(): LRUCache<string, true> {
    return new LRUCache({
      max: MAX_KEYS,
      dispose: (_, key, reason) => {
        if (reason === 'evict') void this.delete(key)
      },
    })
  }
}
