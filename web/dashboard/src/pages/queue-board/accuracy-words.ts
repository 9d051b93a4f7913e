import { t } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'

type Accuracy = Pick<Schemas['EstimateAccuracy']['totals'], 'mean_absolute_error' | 'bias' | 'early'>

/** Guests called this much before the end of the range, in minutes, are called early. */
const EARLY_MINUTES = 2

/** How early guests were called or, where they were not, how far off quotes were; undefined before anybody was served. */
export function accuracyWords({ mean_absolute_error, bias, early }: Accuracy): string | undefined {
  if (mean_absolute_error === null || bias === null) return undefined
  const before = Math.round(early ?? 0)
  if (before >= EARLY_MINUTES) return t`usually called ${before} min before the end of the range (28 days)`
  const minutes = Math.round(Math.abs(bias))
  const error = Math.max(1, Math.round(mean_absolute_error))
  if (minutes === 0) return t`average error ${error} min (28 days)`
  return bias > 0
    ? t`quoted ${minutes} min too long on average (28 days)`
    : t`quoted ${minutes} min too short on average (28 days)`
}
