import type { Question } from './find-slots.ts'

/** Starts of providers that are looked through at once: a part of a second, during which nobody else is answered. */
const MOST_STARTS = 250_000
const DAY_MS = 86_400_000

/** How many days of a question can be looked through at once, if every provider works all day; at least one. */
export function mostDaysOf({ type, wanted, providerId }: Omit<Question, 'range'>): number {
  const providers = providerId === undefined ? type.provider_ids.length : 1
  const startsADay = Math.ceil(DAY_MS / wanted.step) * Math.max(1, providers)
  return Math.max(1, Math.floor(MOST_STARTS / startsADay))
}
