import type { Entry } from '../slots/busy.ts'
import type { Range } from '../slots/sweep.ts'
import type { Month } from './ledger-months.ts'
import { type BucketRecord, bucketId } from './ledger-record.ts'

/** The part of a provider's ledger around a range. */
export interface NearLedger {
  readonly providerId: string
  readonly organizationId: string
  /** The entries that can affect starts within the range, without duplicates. */
  readonly busy: readonly Entry[]
  /** Months in which the ledger is full. */
  readonly full: readonly Range[]
  /** Revisions of the buckets found, by id. */
  readonly revisions: ReadonlyMap<string, BucketRecord['revision']>
}

/** A bucket as read, with only the entries around the range. */
export type NearBucket = Pick<BucketRecord, '_id' | 'provider_id' | 'revision' | 'busy'> & {
  readonly isFull: boolean
}

interface Read {
  readonly organizationId: string
  readonly providerIds: readonly string[]
  readonly months: readonly Month[]
}

/** Combines the buckets of each provider. */
export function nearLedgers(read: Read, found: readonly NearBucket[]): Map<string, NearLedger> {
  const byProvider = Map.groupBy(found, ({ provider_id }) => provider_id)
  return new Map(read.providerIds.map((id) => [id, nearLedger(read, id, byProvider.get(id) ?? [])]))
}

function nearLedger(
  { organizationId, months }: Read,
  providerId: string,
  buckets: readonly NearBucket[],
): NearLedger {
  const full = new Set(buckets.filter(({ isFull }) => isFull).map(({ _id }) => _id))
  return {
    providerId,
    organizationId,
    busy: eachOnce(buckets),
    full: months.filter((month) => full.has(bucketId(providerId, month))),
    revisions: new Map(buckets.map(({ _id, revision }) => [_id, revision])),
  }
}

/** Removes duplicates: an entry across the end of a month is in both buckets. */
function eachOnce(buckets: readonly NearBucket[]): readonly Entry[] {
  const filled = buckets.filter(({ busy }) => busy.length > 0)
  if (filled.length < 2) return filled[0]?.busy ?? []
  return [...new Map(filled.flatMap(({ busy }) => busy.map((entry) => [entry.by, entry]))).values()]
}
