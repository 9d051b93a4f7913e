import { LRUCache } from 'lru-cache'

/** Milliseconds for which what was read is not read again: after it, a change made by another replica holds. */
const REMEMBERED_MS = 1_000
const MOST_REMEMBERED = 10_000

/** What is read for every message and seldom changes, remembered for a moment. */
export interface Remembered<Value> {
  /** As it was at most a second ago. What is not there is read each time. */
  recall(id: string): Promise<Value | undefined>
  /** Remembers a change that was made here. */
  put(id: string, value: Value): void
  /** Has it read again after a change. A read that is under way goes on, but is not remembered. */
  forget(id: string): void
}

export function remember<Value extends object>(
  read: (id: string) => Promise<Value | undefined>,
): Remembered<Value> {
  // Not the cache's own fetch: it rejects reads under way when their entry is changed.
  const known = new LRUCache<string, Promise<Value | undefined>>({ max: MOST_REMEMBERED, ttl: REMEMBERED_MS })
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
