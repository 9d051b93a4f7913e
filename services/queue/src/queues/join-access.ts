import { randomInt } from 'node:crypto'
import type { QueueState } from '../queue-state/queue-state.ts'

/** Lower-case letters and digits that cannot be confused. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
/** 69 bits: beyond guessing, and still short enough to type. */
const LENGTH = 14

/** A new slug, which identifies a queue on its join page for good. */
export const newJoinSlug = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A queue whose join page accepts phones in the national notation of a country. */
export function withJoinCountry(state: QueueState, country: string): QueueState {
  const { join } = state.queue
  if (join.country === country) return state
  return { ...state, queue: { ...state.queue, join: { ...join, country } } }
}
