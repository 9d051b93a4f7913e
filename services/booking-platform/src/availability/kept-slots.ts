import { createHash } from 'node:crypto'
import type { Slot } from '@usher/contracts'
import { LRUCache } from 'lru-cache'

/** Slots as they are answered, with their tag. */
export interface Told {
  readonly data: Slot[]
  readonly etag: string
}

export interface Found extends Told {
  /** When a hold ends that was in the way; milliseconds. */
  readonly until: number
}

/** Most that is kept, counted in slots and the providers who have them: some 100 MB. */
const MOST_KEPT = 1_000_000
/** What an answer takes without its slots, counted alike: its key and what keeps it. */
const OF_EACH = 10
const MOST_ANSWERS = 20_000
/** Facts that have changed are never asked for again, so what is not asked for goes. */
const KEPT_MS = 3_600_000

/** Where found slots are kept, within bounds however many there are and however little each holds. */
export const createKeptSlots = () =>
  new LRUCache<string, Found>({
    max: MOST_ANSWERS,
    maxSize: MOST_KEPT,
    ttl: KEPT_MS,
    sizeCalculation: ({ data }) => data.reduce((sum, slot) => sum + 1 + slot.provider_ids.length, OF_EACH),
  })

/** A short key of all that slots follow from. */
export const keyOf = (facts: unknown): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
