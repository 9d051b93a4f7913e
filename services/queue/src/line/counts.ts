import { PARTY_BUCKETS } from '../waits/party-bucket.ts'
import type { Block, Entry } from './entry.ts'

const NONE: readonly number[] = Array(PARTY_BUCKETS).fill(0)

const counted = new WeakMap<Block, readonly number[]>()

/** Counts of a whole block, cached for the lifetime of the block. */
export function countsOf(block: Block): readonly number[] {
  const known = counted.get(block)
  if (known) return known
  const counts = addBuckets(NONE, block, block.length)
  counted.set(block, counts)
  return counts
}

const joined = new WeakMap<Block, number>()

/** When the first of a block who still wait joined, cached likewise; Infinity: nobody waits. */
export function waitingSinceOf(block: Block): number {
  const known = joined.get(block)
  if (known !== undefined) return known
  const since = block.reduce(
    (first, { bucket, joinedAt }) => (bucket === null ? first : Math.min(first, joinedAt)),
    Number.POSITIVE_INFINITY,
  )
  joined.set(block, since)
  return since
}

const booked = new WeakMap<Block, readonly Entry[]>()

/** Those of a block who wait with a booking, cached likewise. */
export function bookedOf(block: Block): readonly Entry[] {
  const known = booked.get(block)
  if (known) return known
  const entries = block.filter(({ bucket, bookedAt }) => bucket !== null && bookedAt !== undefined)
  booked.set(block, entries)
  return entries
}

/** Counts plus those of the first entries of a block. */
export function addBuckets(counts: readonly number[], block: Block, length: number): readonly number[] {
  const sums = [...counts]
  for (let i = 0; i < length; i += 1) {
    const bucket = block[i]?.bucket ?? null
    if (bucket !== null) sums[bucket] = (sums[bucket] ?? 0) + 1
  }
  return sums
}

/** Counts before each block, followed by the total. */
export function runningCounts(blocks: readonly Block[]): readonly (readonly number[])[] {
  const sums = [NONE]
  for (const block of blocks) {
    const counts = countsOf(block)
    sums.push((sums.at(-1) as readonly number[]).map((sum, bucket) => sum + (counts[bucket] ?? 0)))
  }
  return sums
}
