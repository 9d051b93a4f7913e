import type { Entry } from '../slots/busy.ts'
import type { Range } from '../slots/sweep.ts'
import type { Month } from './ledger-months.ts'
import { BY_MONTH, bucketId, type LedgerRecord } from './ledger-record.ts'

/** The part of a provider's ledger around a range. */
export interface NearLedger {
  readonly providerId: string
  readonly organizationId: string
  /** The entries that can affect starts within the range, without duplicates. */
  readonly busy: readonly Entry[]
  /** Ranges in which the ledger is full. */
  readonly full: readonly Range[]
  /** Revisions of the documents found, by id. */
  readonly revisions: ReadonlyMap<string, LedgerRecord['revision']>
  /** Whether all entries are still in the root. */
  readonly isWhole: boolean
}

/** A document as read, with only the entries around the range. */
export type NearRecord = Omit<LedgerRecord, 'busy'> & {
  readonly busy: readonly Entry[]
  readonly isFull: boolean
}

const ALL_TIME: Range = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** Combines the documents of each provider; without a root, the provider was deleted. */
export function nearLedgers(found: readonly NearRecord[], months: readonly Month[]): Map<string, NearLedger> {
  const byProvider = Map.groupBy(found, ({ _id, provider_id = _id }) => provider_id)
  const ledgers = new Map<string, NearLedger>()
  for (const [providerId, records] of byProvider) {
    const root = records.find(({ _id }) => _id === providerId)
    if (root) ledgers.set(providerId, nearLedger(root, records, months))
  }
  return ledgers
}

function nearLedger(root: NearRecord, records: readonly NearRecord[], months: readonly Month[]): NearLedger {
  const { _id: providerId, organization_id: organizationId } = root
  const full = new Set(records.filter(({ isFull }) => isFull).map(({ _id }) => _id))
  const fullMonths = months.filter((month) => full.has(bucketId(providerId, month)))
  return {
    providerId,
    organizationId,
    busy: eachOnce(records),
    full: full.has(providerId) ? [ALL_TIME] : fullMonths,
    revisions: new Map(records.map(({ _id, revision }) => [_id, revision])),
    isWhole: root.revision !== BY_MONTH,
  }
}

/** Removes duplicates: an entry across the end of a month is in both buckets. */
function eachOnce(records: readonly NearRecord[]): readonly Entry[] {
  const filled = records.filter(({ busy }) => busy.length > 0)
  if (filled.length < 2) return filled[0]?.busy ?? []
  return [...new Map(filled.flatMap(({ busy }) => busy.map((entry) => [entry.by, entry]))).values()]
}
