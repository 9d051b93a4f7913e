import { generateKeyBetween } from 'fractional-indexing'
import type { Line } from './line.ts'

/**
 * Ranks are order keys (fractional indexing; Greenspan, "Implementing Fractional Indexing", 2020): between any two
 * there is another, so moving one guest rewrites one guest.
 */

/** The first rank of a queue. Ranks of priority classes sort before it. */
const FIRST = generateKeyBetween(null, null)

/** Rank behind every rank given so far. */
export const rankAfter = (tail: string | null): string =>
  generateKeyBetween(tail !== null && tail >= FIRST ? tail : null, null)

/** The later of the last rank given and another. */
export const laterRank = (tail: string | null, rank: string): string =>
  tail !== null && tail > rank ? tail : rank

/**
 * The integer part of an order key starts with a letter for its length; each level has one, the highest level the
 * first.
 */
const LEVELS = 'TSRQPONML'

/**
 * Rank behind every rank given so far to a priority level. Each level has a range of integers of its own and starts
 * in its middle, so that ranks stay short however many come.
 *
 * @param level from 1 to 9; higher goes first
 * @param tail the last rank given to the level
 */
export function rankInLevel(level: number, tail: string | undefined): string {
  if (tail !== undefined) return generateKeyBetween(tail, null)
  const head = LEVELS.charAt(level - 1)
  // 'Z' stands for one digit, 'Y' for two, and so on.
  const digits = 'Z'.charCodeAt(0) - head.charCodeAt(0) + 1
  return head + 'U'.repeat(digits)
}

/**
 * Rank that puts a guest at a zero-based index of a line that does not contain the guest.
 *
 * @param tail the last rank ever given in the queue: the end is behind it, even if its holder has left
 */
export function rankAt(line: Line, index: number, tail: string | null): string {
  const next = line.at(index)
  if (!next) return rankAfter(tail)
  const previous = index > 0 ? line.at(index - 1) : undefined
  return generateKeyBetween(previous?.rank ?? null, next.rank)
}

/**
 * Rank that brings a guest back to the former place: the same rank, or right behind a guest who was moved onto
 * exactly that rank meanwhile.
 */
export function rankToReturn(line: Line, rank: string): string {
  const holder = line.firstFrom(rank)
  if (holder?.rank !== rank) return rank
  const index = (line.indexOf(holder) ?? 0) + 1
  return generateKeyBetween(rank, line.at(index)?.rank ?? null)
}
