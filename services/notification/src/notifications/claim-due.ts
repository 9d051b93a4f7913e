import type { mongo } from 'mongoose'
import type { NotificationRecord } from './notification.ts'

/** Index for claiming due notifications by organisation. */
export const DUE_BY_ORGANIZATION = { organization_id: 1, due_at: 1, _id: 1 } as const

type Notifications = mongo.Collection<NotificationRecord>

export interface Claim {
  readonly now: Date
  /** Name of the claim, unique. */
  readonly claim: string
  readonly until: Date
}

export interface Claiming extends Claim {
  readonly max: number
  /** Most of one organisation. */
  readonly ofOne: number
  /** Organisations to skip. */
  readonly busy: readonly string[]
}

/** Which notifications are considered: all, or those of a test clock. */
interface Among {
  readonly among?: { readonly organization_id?: string }
}

/**
 * Claims several of those due longest, limited per organisation; with busy organisations one of each other. None only
 * if nothing is due.
 */
export async function claimDue(
  notifications: Notifications,
  { now, claim, until, max, ofOne, busy, among }: Claiming & Among,
): Promise<NotificationRecord[]> {
  // It is the only one there is.
  if (busy.length > 0 && among?.organization_id !== undefined) return []
  const due = { ...among, due_at: { $lte: now } }
  for (;;) {
    const ids = await (busy.length === 0
      ? firstDue(notifications, due, max, ofOne)
      : firstOfOthers(notifications, busy, now, max))
    if (ids.length === 0) return []
    const mine = { $set: { claim, due_at: until } }
    const { matchedCount } = await notifications.updateMany({ _id: { $in: ids }, ...due }, mine)
    // Other replicas may have taken all of them; more may be due.
    if (matchedCount === 0) continue
    const claimed = notifications.find({ _id: { $in: ids }, claim }).sort({ created_at: 1 })
    return await claimed.toArray()
  }
}

async function firstDue(
  notifications: Notifications,
  due: mongo.Filter<NotificationRecord>,
  max: number,
  ofOne: number,
): Promise<string[]> {
  const options = { projection: { organization_id: 1 }, sort: { due_at: 1 as const } }
  const found = await notifications.find(due, options).limit(max).toArray()
  const byOrganization = Map.groupBy(found, ({ organization_id }) => organization_id)
  return [...byOrganization.values()].flatMap((some) => some.slice(0, ofOne).map(({ _id }) => _id))
}

/**
 * The one due longest of each organisation but the busy ones, longest first. Reads one key per organisation, however
 * long its backlog is (DISTINCT_SCAN); `$nin` by due time alone would read the backlogs of the busy ones.
 */
async function firstOfOthers(
  notifications: Notifications,
  busy: readonly string[],
  now: Date,
  max: number,
): Promise<string[]> {
  const first = { id: { $first: '$_id' }, due_at: { $first: '$due_at' } }
  const found = notifications.aggregate<{ id: string }>(
    [
      { $match: { organization_id: { $nin: [...busy] }, due_at: { $lte: now } } },
      { $sort: DUE_BY_ORGANIZATION },
      { $group: { _id: '$organization_id', ...first } },
      { $sort: { due_at: 1 } },
      { $limit: max },
    ],
    { hint: DUE_BY_ORGANIZATION },
  )
  return (await found.toArray()).map(({ id }) => id)
}
