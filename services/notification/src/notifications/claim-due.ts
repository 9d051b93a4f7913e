import type { mongo } from 'mongoose'
import type { NotificationRecord } from './notification.ts'

/** Index for claiming due notifications by organisation. */
export const DUE_BY_ORGANIZATION = { organization_id: 1, due_at: 1, _id: 1 } as const

/** Organisations whose first notification is looked up at a time: other replicas may take some. */
const FIRSTS_AT_ONCE = 20

type Notifications = mongo.Collection<NotificationRecord>

export interface Claim {
  readonly now: Date
  /** Name of the claim, unique. */
  readonly claim: string
  readonly until: Date
}

/** Which notifications are considered: all, or those of a test clock. */
interface Among {
  readonly among?: { readonly organization_id?: string }
}

export interface Claiming extends Claim {
  /** Organisations to skip. */
  readonly busy: readonly string[]
}

/** Claims several of those due longest, limited per organisation; none only if nothing is due. */
export async function claimSome(
  notifications: Notifications,
  { now, claim, until, among }: Claim & Among,
  { max, ofOne }: { readonly max: number; readonly ofOne: number },
): Promise<NotificationRecord[]> {
  const due = { ...among, due_at: { $lte: now } }
  const options = { projection: { organization_id: 1 }, sort: { due_at: 1 as const } }
  for (;;) {
    const found = await notifications.find(due, options).limit(max).toArray()
    const byOrganization = Map.groupBy(found, ({ organization_id }) => organization_id)
    const ids = [...byOrganization.values()].flatMap((some) => some.slice(0, ofOne).map(({ _id }) => _id))
    if (ids.length === 0) return []
    const mine = { $set: { claim, due_at: until } }
    const { matchedCount } = await notifications.updateMany({ _id: { $in: ids }, ...due }, mine)
    // Other replicas may have taken all of them; more may be due.
    if (matchedCount === 0) continue
    const claimed = notifications.find({ _id: { $in: ids }, claim }).sort({ created_at: 1 })
    return await claimed.toArray()
  }
}

/** Claims the one due longest, skipping busy organisations; null if nothing is due. */
export async function claimDue(
  notifications: Notifications,
  { busy, among, ...claim }: Claiming & Among,
): Promise<NotificationRecord | null> {
  if (busy.length === 0) return await claimFirst(notifications, { ...among }, claim)
  // It is the only one there is.
  if (among?.organization_id !== undefined) return null
  for (;;) {
    const firsts = await firstOfOthers(notifications, busy, claim.now)
    if (firsts.length === 0) return null
    for (const _id of firsts) {
      // Another replica may have been first.
      const claimed = await claimFirst(notifications, { _id }, claim)
      if (claimed) return claimed
    }
  }
}

const claimFirst = (
  notifications: Notifications,
  among: { readonly _id?: string; readonly organization_id?: string },
  { now, claim, until }: Claim,
): Promise<NotificationRecord | null> =>
  notifications.findOneAndUpdate(
    { ...among, due_at: { $lte: now } },
    { $set: { claim, due_at: until } },
    { sort: { due_at: 1 }, returnDocument: 'after' },
  )

/**
 * The one due longest of each organisation but the busy ones, longest first. Reads one key per organisation, however
 * long its backlog is (DISTINCT_SCAN); `$nin` by due time alone would read the backlogs of the busy ones.
 */
async function firstOfOthers(
  notifications: Notifications,
  busy: readonly string[],
  now: Date,
): Promise<string[]> {
  const first = { id: { $first: '$_id' }, due_at: { $first: '$due_at' } }
  const found = notifications.aggregate<{ id: string }>(
    [
      { $match: { organization_id: { $nin: [...busy] }, due_at: { $lte: now } } },
      { $sort: DUE_BY_ORGANIZATION },
      { $group: { _id: '$organization_id', ...first } },
      { $sort: { due_at: 1 } },
      { $limit: FIRSTS_AT_ONCE },
    ],
    { hint: DUE_BY_ORGANIZATION },
  )
  return (await found.toArray()).map(({ id }) => id)
}
