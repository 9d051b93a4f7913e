import type { Schemas } from '../../api/client.ts'

type Accuracy = Pick<Schemas['EstimateAccuracy']['totals'], 'mean_absolute_error' | 'bias'>

/** Whether quotes were too long or too short, in the words of Insights; undefined before anybody was served. */
export function accuracyWords({ mean_absolute_error, bias }: Accuracy): string | undefined {
  if (mean_absolute_error === null || bias === null) return undefined
  const minutes = Math.round(Math.abs(bias))
  if (minutes === 0) return `average error ${Math.max(1, Math.round(mean_absolute_error))} min (28 days)`
  return `quoted ${minutes} min too ${bias > 0 ? 'long' : 'short'} on average (28 days)`
}
