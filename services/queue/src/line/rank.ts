import { generateKeyBetween } from 'fractional-indexing'
import type { Line } from './line.ts'

/**
 * Ranks are order keys (fractional indexing; Greenspan, "Implementing Fractional Indexing", 2020): between
 * any two there is another, so moving one guest rewrites one guest.
 */

/** Rank behind every rank given so far. */
export const rankAfter = (tail: string | null): string => generateKeyBetween(tail, null)

/**
 * Rank that puts a guest at an index (from 0) of a line that does not hold the guest.
 *
 * @param tail the last rank ever given in the queue: the end is behind it, also of guests who have left
 */
export function rankAt(line: Line, index: number, tail: string | null): string {
  const next = line.at(index)
  if (!next) return rankAfter(tail)
  const previous = index > 0 ? line.at(index - 1) : undefined
  return generateKeyBetween(previous?.rank ?? null, next.rank)
}

/**
 * Rank that brings a guest back to the place held before: the same rank, or right behind whoever was
 * moved onto exactly that rank meanwhile.
 */
export function rankToReturn(line: Line, rank: string): string {
  const holder = line.firstFrom(rank)
  if (holder?.rank !== rank) return rank
  const index = (line.indexOf(holder) ?? 0) + 1
  return generateKeyBetween(rank, line.at(index)?.rank ?? null)
}
