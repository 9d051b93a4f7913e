import { LRUCache } from 'lru-cache'

/** Cache lifetime, in ms: after it, a change made by another replica takes effect. */
const REMEMBERED_MS = 1_000
const MAX_REMEMBERED = 10_000

/** A short-lived cache for what every message needs and seldom changes. */
export interface Remembered<Value> {
  /** The value, at most a second old. A missing one is read each time. */
  recall(id: string): Promise<Value | undefined>
  /** Caches a change made in this process. */
  put(id: string, value: Value): void
  /** Evicts a changed value. A read in progress completes, but is not cached. */
  forget(id: string): void
}

export function remember<Value extends object>(
  read: (id: string) => Promise<Value | undefined>,
): Remembered<Value> {
  // Not the cache's own fetch: it rejects reads in progress when their entry changes.
  const known = new LRUCache<string, Promise<Value | undefined>>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS })
  const readAnew = (id: string) => {
    const reading = read(id)
    const drop = () => void (known.peek(id) === reading && known.delete(id))
    known.set(id, reading)
    reading.then((value) => value ?? drop(), drop)
    return reading
  }
  return {
    recall: async (id) => await (known.get(id) ?? readAnew(id)),
    put: (id, value) => void known.set(id, Promise.resolve(value)),
    forget: (id) => void known.delete(id),
  }
}
