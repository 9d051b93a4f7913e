import { Schema } from 'mongoose'
import type { Entry } from '../slots/busy.ts'
import { MAX_REACH_MS, type Range } from '../slots/sweep.ts'
import type { Month } from './ledger-months.ts'

/**
 * Placeholder where an older replica expects the entries and the revision of a whole ledger. It can neither
 * read nor change them, so it fails instead of selling a time twice.
 */
export const BY_MONTH = 'by month'

/**
 * The reservations of one provider in one month (a bucket), or the root document of a provider. Older ledgers
 * have all entries in the root until the migration splits it.
 */
export interface LedgerRecord {
  /** Root: provider id. Bucket: provider id and month. */
  readonly _id: string
  readonly organization_id: string
  /** Incremented with each change. */
  readonly revision: number | typeof BY_MONTH
  readonly busy: readonly Entry[] | typeof BY_MONTH
  /** Incremented to make concurrent transactions conflict. */
  readonly turns?: number
  /** Buckets only. */
  readonly provider_id?: string
  /** End of the month; buckets only. */
  readonly until?: Date
}

/** How long past entries stay in a ledger, in ms: no future booking reaches back further. */
const KEPT_MS = 3 * 86_400_000

/**
 * Maximum entries per provider and month; seats booked separately count separately. Keeps a bucket at 3.6 of
 * the 16 MB that a MongoDB document may have.
 */
const MAX_TAKEN = 20_000

export const ledgerSchema = new Schema<LedgerRecord>(
  { _id: String, organization_id: String, until: Date },
  { collection: 'ledgers', versionKey: false, strict: false },
)
  .index({ organization_id: 1 })
  .index({ until: 1 }, { expireAfterSeconds: KEPT_MS / 1_000 })

/** The root document of a provider whose entries are in buckets. */
export const newRoot = (providerId: string, organization_id: string): LedgerRecord => ({
  ...{ _id: providerId, organization_id, revision: BY_MONTH, busy: BY_MONTH, turns: 0 },
})

export const bucketId = (providerId: string, { name }: Pick<Month, 'name'>): string => `${providerId} ${name}`

export const newBucket = (
  { providerId, organizationId }: { providerId: string; organizationId: string },
  month: Month,
  busy: readonly Entry[],
): LedgerRecord => ({
  _id: bucketId(providerId, month),
  organization_id: organizationId,
  provider_id: providerId,
  until: new Date(month.to),
  revision: 1,
  busy,
})

/** Matches the root and all buckets of a provider: only bucket ids continue with a space. */
export const allOf = (providerId: string) => ({ _id: { $gte: providerId, $lt: `${providerId}!` } })

/** Matches the roots of providers and their buckets of the given months. */
export function documentsOf(
  organizationId: string,
  providerIds: readonly string[],
  months: readonly Month[],
  except: readonly string[] = [],
) {
  const ids = providerIds.flatMap((id) => [id, ...months.map((month) => bucketId(id, month))])
  return { organization_id: organizationId, _id: { $in: ids.filter((id) => !except.includes(id)) } }
}

export interface Removal {
  /** Bookings and holds whose time is released. */
  readonly remove: readonly string[]
  readonly now: Date
}

/** Aggregation expression: the entries; empty for a root whose entries are in buckets. */
const BUSY = { $cond: [{ $isArray: '$busy' }, '$busy', []] }

/** Aggregation expression: the entries that remain after the next change. */
const remainingEntries = ({ remove, now }: Removal) => ({
  $filter: {
    input: BUSY,
    as: 'entry',
    cond: {
      $and: [
        { $not: { $in: ['$$entry.by', [...remove]] } },
        { $gt: ['$$entry.bufferedEnd', now.getTime() - KEPT_MS] },
        { $or: [{ $eq: ['$$entry.expires', null] }, { $gt: ['$$entry.expires', now.getTime()] }] },
      ],
    },
  },
})

/** Update that removes the given and the past entries and adds others. */
export const changeOf = (removal: Removal, add: readonly Entry[] = []) => [
  {
    $set: {
      busy: { $concatArrays: [remainingEntries(removal), { $literal: [...add] }] },
      revision: { $add: ['$revision', 1] },
    },
  },
]

/** Projection with what is needed to judge starts within a range. */
export const nearProjection = ({ from, to }: Range, removal: Removal) => ({
  provider_id: 1,
  organization_id: 1,
  revision: 1,
  busy: {
    $filter: {
      input: BUSY,
      as: 'entry',
      cond: {
        $and: [
          { $gt: ['$$entry.bufferedEnd', from - MAX_REACH_MS] },
          { $lt: ['$$entry.bufferedStart', to + MAX_REACH_MS] },
        ],
      },
    },
  },
  // Count the remaining entries only if there may be too many.
  isFull: {
    $and: [
      { $gte: [{ $size: BUSY }, MAX_TAKEN] },
      { $gte: [{ $size: remainingEntries(removal) }, MAX_TAKEN] },
    ],
  },
})

/** Projection with the revision and the expiry of holds. */
export const REVISION_PROJECTION = {
  revision: 1,
  expirations: {
    $map: {
      input: { $filter: { input: BUSY, as: 'entry', cond: { $ne: ['$$entry.expires', null] } } },
      in: '$$this.expires',
    },
  },
} as const
