import { Schema } from 'mongoose'
import type { Entry } from '../slots/busy.ts'
import { MOST_REACH_MS, type Range } from '../slots/sweep.ts'
import type { Month } from './ledger-months.ts'

/**
 * Stands where a replica of the version before expects the entries and the revision of a whole ledger: it can neither
 * read nor change them, so it fails instead of selling a time twice.
 */
export const BY_MONTH = 'by month'

/**
 * What is taken of one provider's time in one month (a bucket), or the root that each provider has. What was stored
 * before there were buckets has all entries in its root, until the migration splits it.
 */
export interface LedgerRecord {
  /** Of the root the provider; of a bucket the provider and the month. */
  readonly _id: string
  readonly organization_id: string
  /** Goes up with each change. */
  readonly revision: number | typeof BY_MONTH
  readonly busy: readonly Entry[] | typeof BY_MONTH
  /** Goes up when others have to conflict with whoever writes this. */
  readonly turns?: number
  /** Of buckets alone. */
  readonly provider_id?: string
  /** End of the month, of buckets alone. */
  readonly until?: Date
}

/** How long what is over stays in a ledger, in ms: nothing that can still be booked reaches back further. */
const KEPT_MS = 3 * 86_400_000

/**
 * Most that is taken of one provider's time in a month, each seat that is booked by itself counted. It keeps a bucket
 * at 3.6 of the 16 MB that a document of MongoDB may have.
 */
const MOST_TAKEN = 20_000

export const ledgerSchema = new Schema<LedgerRecord>(
  { _id: String, organization_id: String, until: Date },
  { collection: 'ledgers', versionKey: false, strict: false },
)
  .index({ organization_id: 1 })
  .index({ until: 1 }, { expireAfterSeconds: KEPT_MS / 1_000 })

/** The root of a provider whose entries are in buckets. */
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

/** The root and all buckets of a provider: the identifiers of buckets go on with a space, which none of others does. */
export const allOf = (providerId: string) => ({ _id: { $gte: providerId, $lt: `${providerId}!` } })

/** The roots of providers, and their buckets of some months. */
export function documentsOf(
  organizationId: string,
  providerIds: readonly string[],
  months: readonly Month[],
  except: readonly string[] = [],
) {
  const ids = providerIds.flatMap((id) => [id, ...months.map((month) => bucketId(id, month))])
  return { organization_id: organizationId, _id: { $in: ids.filter((id) => !except.includes(id)) } }
}

export interface Leaving {
  /** Bookings and holds whose time is given back. */
  readonly remove: readonly string[]
  readonly now: Date
}

/** The entries, for MongoDB; none of a root whose entries are in buckets. */
const BUSY = { $cond: [{ $isArray: '$busy' }, '$busy', []] }

/** The entries that stay at the next change, for MongoDB. */
const staying = ({ remove, now }: Leaving) => ({
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

/** Takes entries out, with those that are over, and adds others. */
export const changeOf = (leaving: Leaving, add: readonly Entry[] = []) => [
  {
    $set: {
      busy: { $concatArrays: [staying(leaving), { $literal: [...add] }] },
      revision: { $add: ['$revision', 1] },
    },
  },
]

/** What is read of a document to decide on starts within a range. */
export const nearProjection = ({ from, to }: Range, leaving: Leaving) => ({
  provider_id: 1,
  organization_id: 1,
  revision: 1,
  busy: {
    $filter: {
      input: BUSY,
      as: 'entry',
      cond: {
        $and: [
          { $gt: ['$$entry.bufferedEnd', from - MOST_REACH_MS] },
          { $lt: ['$$entry.bufferedStart', to + MOST_REACH_MS] },
        ],
      },
    },
  },
  // What stays is counted only where there may be too much of it.
  isFull: {
    $and: [{ $gte: [{ $size: BUSY }, MOST_TAKEN] }, { $gte: [{ $size: staying(leaving) }, MOST_TAKEN] }],
  },
})

/** The revision of a document, and when holds in it end. */
export const REVISION_PROJECTION = {
  revision: 1,
  expirations: {
    $map: {
      input: { $filter: { input: BUSY, as: 'entry', cond: { $ne: ['$$entry.expires', null] } } },
      in: '$$this.expires',
    },
  },
} as const
