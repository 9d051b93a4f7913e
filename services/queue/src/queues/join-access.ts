import { randomInt } from 'node:crypto'
import type { QueueState } from '../queue-state/queue-state.ts'

/** Small letters and digits that look like no other. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
/** 69 bits, which nobody finds by trying, and still short enough to be typed. */
const LENGTH = 14

/** By what a join page knows its queue, for good. */
export const newJoinSlug = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A queue as guests of an organisation in a country can join it: one of before gets its slug now. */
export function withJoinAccess(state: QueueState, country: string): QueueState {
  const { join } = state.queue
  if (join?.country === country) return state
  return { ...state, queue: { ...state.queue, join: { slug: join?.slug ?? newJoinSlug(), country } } }
}
