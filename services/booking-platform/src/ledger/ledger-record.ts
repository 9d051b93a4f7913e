import { organizationSchema } from '@usher/service-kit'
import type { Entry } from '../slots/busy.ts'
import { MAX_REACH_MS, type Range } from '../slots/sweep.ts'
import type { Month } from './ledger-months.ts'

/** The root of a provider's ledger, without entries: transactions that create or delete buckets conflict on it. */
export interface RootRecord {
  /** Id of the provider. */
  readonly _id: string
  readonly organization_id: string
  /** Incremented to make concurrent transactions conflict. */
  readonly turns: number
  /** Virtual finish time of the last booking that was assigned to the provider; absent: none was. */
  readonly finish?: number
}

/** The reservations of one provider in one month; `_id` consists of both. */
export interface BucketRecord extends RootRecord {
  readonly provider_id: string
  /** End of the month. */
  readonly until: Date
  /** Incremented with each change. */
  readonly revision: number
  readonly busy: readonly Entry[]
}

/** How long past entries stay in a ledger, in ms: no future booking reaches back further. */
const KEPT_MS = 3 * 86_400_000

/**
 * Maximum entries per provider and month; seats booked separately count separately. Keeps a bucket at 3.6 of
 * the 16 MB that a MongoDB document may have.
 */
const MAX_TAKEN = 20_000

export const ledgerSchema = organizationSchema<BucketRecord>('ledgers')
  .index({ organization_id: 1 })
  .index({ until: 1 }, { expireAfterSeconds: KEPT_MS / 1_000 })

export const bucketId = (providerId: string, { name }: Pick<Month, 'name'>): string => `${providerId} ${name}`

export const newBucket = (
  { providerId, organizationId }: { providerId: string; organizationId: string },
  month: Month,
  busy: readonly Entry[],
): BucketRecord => ({
  _id: bucketId(providerId, month),
  organization_id: organizationId,
  turns: 0,
  provider_id: providerId,
  until: new Date(month.to),
  revision: 1,
  busy,
})

/** Matches the root and all buckets of a provider: only bucket ids continue with a space. */
export const allOf = (providerId: string) => ({ _id: { $gte: providerId, $lt: `${providerId}!` } })

/** Matches the buckets of providers in the given months. */
export function bucketsOf(
  organizationId: string,
  providerIds: readonly string[],
  months: readonly Month[],
  except: readonly string[] = [],
) {
  const ids = providerIds.flatMap((id) => months.map((month) => bucketId(id, month)))
  return { organization_id: organizationId, _id: { $in: ids.filter((id) => !except.includes(id)) } }
}

export interface Removal {
  /** Bookings and holds whose time is released. */
  readonly remove: readonly string[]
  readonly now: Date
}

/** Aggregation expression: the entries that remain after the next change. */
const remainingEntries = ({ remove, now }: Removal) => ({
  $filter: {
    input: '$busy',
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
  revision: 1,
  busy: {
    $filter: {
      input: '$busy',
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
      { $gte: [{ $size: '$busy' }, MAX_TAKEN] },
      { $gte: [{ $size: remainingEntries(removal) }, MAX_TAKEN] },
    ],
  },
})

/** Projection with the revision and the expiry of holds. */
export const REVISION_PROJECTION = {
  revision: 1,
  expirations: {
    $map: {
      input: { $filter: { input: '$busy', as: 'entry', cond: { $ne: ['$$entry.expires', null] } } },
      in: '$$this.expires',
    },
  },
} as const
