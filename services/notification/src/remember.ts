import { LRUCache } from 'lru-cache'

/** Milliseconds for which what was read is not read again: after it, a change made by another replica holds. */
const REMEMBERED_MS = 1_000
const MOST_REMEMBERED = 10_000

/** Remembers for a moment what is read for every message and seldom changes. What is not there is read each time. */
export const remember = <Value extends object>(read: (id: string) => Promise<Value | undefined>) =>
  new LRUCache<string, Value>({ max: MOST_REMEMBERED, ttl: REMEMBERED_MS, fetchMethod: read })
