import { t } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'

type Accuracy = Pick<Schemas['EstimateAccuracy']['totals'], 'mean_absolute_error' | 'bias'>

/** Whether quotes were too long or too short, in the words of Insights; undefined before anybody was served. */
export function accuracyWords({ mean_absolute_error, bias }: Accuracy): string | undefined {
  if (mean_absolute_error === null || bias === null) return undefined
  const minutes = Math.round(Math.abs(bias))
  const error = Math.max(1, Math.round(mean_absolute_error))
  if (minutes === 0) return t`average error ${error} min (28 days)`
  return bias > 0
    ? t`quoted ${minutes} min too long on average (28 days)`
    : t`quoted ${minutes} min too short on average (28 days)`
}
