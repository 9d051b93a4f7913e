import type { Schemas } from '../../api/client.ts'

type Accuracy = Pick<Schemas['EstimateAccuracy']['totals'], 'mean_absolute_error' | 'bias'>

/** How far waits were from what was quoted, and in which direction; undefined before anybody was served. */
export function accuracyWords({ mean_absolute_error, bias }: Accuracy): string | undefined {
  if (mean_absolute_error === null || bias === null) return undefined
  const minutes = Math.round(Math.abs(bias))
  if (minutes === 0) return `called within ${Math.max(1, Math.round(mean_absolute_error))} min of the quote`
  return `called ${minutes} min ${bias > 0 ? 'before' : 'after'} the quote on average`
}
