import { createHash } from 'node:crypto'
import type { Slot } from '@usher/contracts'
import { LRUCache } from 'lru-cache'

/** Slots as returned to clients, with their entity tag. */
export interface SlotList {
  readonly data: Slot[]
  readonly etag: string
}

export interface CachedSlots extends SlotList {
  /** When the first blocking hold expires, in ms since 1970. */
  readonly until: number
}

/** Maximum size of the cache, in slots plus their providers: some 100 MB. */
const MAX_KEPT = 1_000_000
/** Cost of a cache entry without its slots, in the same unit. */
const ENTRY_COST = 10
const MAX_ANSWERS = 20_000
/** Entries whose inputs changed are never read again, so let them expire. */
const KEPT_MS = 3_600_000

/** Creates the cache of slots, bounded in size and in entries. */
export const createKeptSlots = () =>
  new LRUCache<string, CachedSlots>({
    max: MAX_ANSWERS,
    maxSize: MAX_KEPT,
    ttl: KEPT_MS,
    sizeCalculation: ({ data }) => data.reduce((sum, slot) => sum + 1 + slot.provider_ids.length, ENTRY_COST),
  })

/** Hashes the inputs of a slot search into a cache key. */
export const keyOf = (facts: unknown): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
