import { addBuckets, bookedOf, countsOf, runningCounts, waitingSinceOf } from './counts.ts'
import { type Block, comparePlaces, type Entry, type Place } from './entry.ts'

const MAX_BLOCK = 512
const MERGE_BELOW = 256

/**
 * The order of a queue: an immutable sorted list cut into blocks, so that finding, inserting and removing touch one
 * block of at most 512 entries and a list of blocks, whether 10 or 100,000 guests wait (a two-level B+ tree; Bayer
 * and McCreight, "Organization and Maintenance of Large Ordered Indices", 1972). Each change returns a new line and
 * leaves the old one intact, so that a batch of changes can be tried before it is committed.
 */
export class Line {
  readonly size: number
  readonly #blocks: readonly Block[]
  /** Counts before each block, computed on first use. */
  #sums: readonly (readonly number[])[] | undefined
  #since: number | undefined

  private constructor(blocks: readonly Block[], size: number) {
    this.#blocks = blocks
    this.size = size
  }

  static readonly empty = new Line([], 0)

  /** @param entries sorted by rank, then id */
  static from(entries: readonly Entry[]): Line {
    const blocks: Block[] = []
    for (let i = 0; i < entries.length; i += MERGE_BELOW) blocks.push(entries.slice(i, i + MERGE_BELOW))
    return new Line(blocks, entries.length)
  }

  /** The entry at a zero-based index. */
  at(index: number): Entry | undefined {
    let rest = index
    for (const block of this.#blocks) {
      if (rest < block.length) return block[rest]
      rest -= block.length
    }
    return undefined
  }

  /** Zero-based index of an entry; undefined if it is not in the line. */
  indexOf(entry: Place): number | undefined {
    const { block, index, found } = this.#locate(entry)
    if (!found) return undefined
    let before = 0
    for (let i = 0; i < block; i += 1) before += this.#blocks[i]?.length ?? 0
    return before + index
  }

  /** Entries ahead of a place, or all, by party bucket. */
  countsAhead(place?: Place): readonly number[] {
    this.#sums ??= runningCounts(this.#blocks)
    if (!place) return this.#sums.at(-1) as readonly number[]
    const { block, index } = this.#locate(place)
    return addBuckets(this.#sums[block] as readonly number[], this.#blocks[block] ?? [], index)
  }

  /** The entry of a guest at a place. */
  find(place: Place): Entry | undefined {
    const { block, index, found } = this.#locate(place)
    return found ? this.#blocks[block]?.[index] : undefined
  }

  /** The next entries behind a place, or the first of the line, in order. */
  next(count: number, behind?: Place): Entry[] {
    const start = behind ? this.#locate(behind) : { block: 0, index: 0, found: false }
    let from = start.found ? start.index + 1 : start.index
    const next: Entry[] = []
    for (let block = start.block; block < this.#blocks.length && next.length < count; block += 1, from = 0) {
      next.push(...(this.#blocks[block] ?? []).slice(from, from + count - next.length))
    }
    return next
  }

  /** The first entry whose rank is at least this one. */
  firstFrom(rank: string): Entry | undefined {
    const { block, index } = this.#locate({ id: '', rank })
    return this.#blocks[block]?.[index] ?? this.#blocks[block + 1]?.[0]
  }

  /** All entries, in order. */
  *entries(): Generator<Entry> {
    for (const block of this.#blocks) yield* block
  }

  /** Finds an entry by id alone; scans the whole line. */
  findById(id: string): Entry | undefined {
    for (const block of this.#blocks) {
      const entry = block.find((candidate) => candidate.id === id)
      if (entry) return entry
    }
    return undefined
  }

  /** When the first of those who wait joined, wherever they stand, in ms since 1970; undefined: nobody waits. */
  waitingSince(): number | undefined {
    this.#since ??= Math.min(...this.#blocks.map(waitingSinceOf))
    return Number.isFinite(this.#since) ? this.#since : undefined
  }

  /** The first guests to call, in order: neither notified yet nor away. */
  firstWaiting(count: number, now: Date): Entry[] {
    const first: Entry[] = []
    for (const block of this.#blocks) {
      if (first.length === count) break
      if (countsOf(block).every((waiting) => waiting === 0)) continue
      const waiting = block.filter(
        ({ bucket, awayUntil = 0 }) => bucket !== null && awayUntil <= now.getTime(),
      )
      first.push(...waiting.slice(0, count - first.length))
    }
    return first
  }

  /** Waiting guests with the time of a booking, in order. */
  booked(): Entry[] {
    return this.#blocks.flatMap(bookedOf)
  }

  /** Inserts an entry, or replaces the one at the same place. */
  insert(entry: Entry): Line {
    const { block, index, found } = this.#locate(entry)
    if (found) return this.#replace(block, index, entry)
    const grown = (this.#blocks[block] ?? []).toSpliced(index, 0, entry)
    const half = grown.length >> 1
    const parts = grown.length > MAX_BLOCK ? [grown.slice(0, half), grown.slice(half)] : [grown]
    return new Line(this.#blocks.toSpliced(block, 1, ...parts), this.size + 1)
  }

  #replace(block: number, index: number, entry: Entry): Line {
    const entries = this.#blocks[block] ?? []
    const { bucket, awayUntil, version } = entries[index] as Entry
    if (bucket === entry.bucket && awayUntil === entry.awayUntil && version === entry.version) return this
    return new Line(this.#blocks.with(block, entries.with(index, entry)), this.size)
  }

  remove(entry: Place): Line {
    const { block, index, found } = this.#locate(entry)
    if (!found) return this
    const shrunk = (this.#blocks[block] ?? []).toSpliced(index, 1)
    const next = this.#blocks[block + 1] ?? []
    const blocks =
      shrunk.length + next.length < MERGE_BELOW
        ? this.#blocks.toSpliced(block, 2, ...[[...shrunk, ...next]].filter((one) => one.length > 0))
        : this.#blocks.toSpliced(block, 1, shrunk)
    return new Line(blocks, this.size - 1)
  }

  /** Where an entry is or belongs: the last block that starts at or before it, and the index within. */
  #locate(entry: Place): { block: number; index: number; found: boolean } {
    const after = lowerBound(
      this.#blocks.length,
      (i) => comparePlaces(this.#blocks[i]?.[0] as Entry, entry) <= 0,
    )
    const block = Math.max(0, after - 1)
    const entries = this.#blocks[block] ?? []
    const index = lowerBound(entries.length, (i) => comparePlaces(entries[i] as Entry, entry) < 0)
    const at = entries[index]
    return { block, index, found: at !== undefined && comparePlaces(at, entry) === 0 }
  }
}

/** Smallest index in [0, length] at which `isBefore` no longer holds. */
function lowerBound(length: number, isBefore: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
