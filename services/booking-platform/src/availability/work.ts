import { DAY_MS } from '@usher/service-kit/durations'
import type { Question } from './find-slots.ts'

/** Starts to search in one step: a fraction of a second, during which no other request is served. */
const MAX_STARTS = 250_000

/** How many days can be searched in one step if every provider works all day; at least one. */
export function maxDaysOf({ type, spec, providerId }: Omit<Question, 'range'>): number {
  const providers = providerId === undefined ? type.provider_ids.length : 1
  const startsADay = Math.ceil(DAY_MS / spec.step) * Math.max(1, providers)
  return Math.max(1, Math.floor(MAX_STARTS / startsADay))
}
