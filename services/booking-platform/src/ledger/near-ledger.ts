import type { Entry } from '../slots/busy.ts'
import type { Range } from '../slots/sweep.ts'
import type { Month } from './ledger-months.ts'
import { BY_MONTH, bucketId, type LedgerRecord } from './ledger-record.ts'

/** What is known of a provider's ledger near to a range. */
export interface NearLedger {
  readonly providerId: string
  readonly organizationId: string
  /** The entries that can matter to starts within the range, each once. */
  readonly busy: readonly Entry[]
  /** The times to which nothing can be added. */
  readonly full: readonly Range[]
  /** Of the documents that were found, by identifier. */
  readonly revisions: ReadonlyMap<string, LedgerRecord['revision']>
  /** Whether the entries are still in the root. */
  readonly isWhole: boolean
}

/** A document as it is read, with the entries near to the range alone. */
export type NearRecord = Omit<LedgerRecord, 'busy'> & {
  readonly busy: readonly Entry[]
  readonly isFull: boolean
}

const ALL_TIME: Range = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/** Puts together what was found of each provider; those without a root are gone. */
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

/** What lies over the end of a month is in both buckets. */
function eachOnce(records: readonly NearRecord[]): readonly Entry[] {
  const filled = records.filter(({ busy }) => busy.length > 0)
  if (filled.length < 2) return filled[0]?.busy ?? []
  return [...new Map(filled.flatMap(({ busy }) => busy.map((entry) => [entry.by, entry]))).values()]
}
