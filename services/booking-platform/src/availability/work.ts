import { DAY_MS } from '@usher/service-kit/durations'
import type { Question } from './find-slots.ts'
import { COST } from './searches.ts'

/** Most starts searched for one request. */
const MAX_STARTS = 250_000

/** Starts per day if every provider works all day. */
function startsADay({ type, spec, providerId }: Omit<Question, 'range'>): number {
  const providers = providerId === undefined ? type.provider_ids.length : 1
  return Math.ceil(DAY_MS / spec.step) * Math.max(1, providers)
}

/** Points for searching some days ({@link COST}). */
export const searchCost = (question: Omit<Question, 'range'>, days: number): number =>
  days * startsADay(question) * COST.search

/** How many days can be searched for one request; at least one. */
export const maxDaysOf = (question: Omit<Question, 'range'>): number =>
  Math.max(1, Math.floor(MAX_STARTS / startsADay(question)))
