import type { GuestStatus } from '@usher/contracts'
import type { Access } from '../access.ts'
import type { QueueContext } from '../context.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import { type GuestModel, type GuestRecord, IN_LINE, isInLine } from '../records/guest-record.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import { findByText } from './search.ts'
import { withTags } from './tags.ts'

interface GuestPage {
  readonly statuses: readonly GuestStatus[]
  /** Joined at this time or later. */
  readonly createdFrom?: string | undefined
  /** Joined before this time. */
  readonly createdTo?: string | undefined
  /** Tags that a guest has all of. */
  readonly tags?: readonly string[] | undefined
  /** Beginning of the name, of the phone or of a tag. */
  readonly text?: string | undefined
  /** Whose national spelling of phones is understood. */
  readonly country: string
  /** Rank and id of the last guest of the page before. */
  readonly after: readonly string[] | undefined
  readonly limit: number
}

/**
 * Guests of a queue in the order of its line, with the queue as of the same moment or later; guests who left stand where
 * they stood. Without filters the page comes from the line in memory.
 *
 * @throws ProblemError `not_found`, `forbidden`
 */
export async function readPage(
  { reader, guests }: Pick<QueueContext, 'reader' | 'guests'>,
  queueId: string,
  access: Access,
  page: GuestPage,
): Promise<{ guests: GuestRecord[]; state: QueueState }> {
  const [rank, id] = page.after ?? []
  const behind = rank !== undefined && id !== undefined ? { rank, id } : undefined
  const inLine =
    isWholeLine(page) && (await reader.guestsInLine(queueId, access, { behind, limit: page.limit }))
  if (inLine) return inLine
  const { queue } = await reader.queue(queueId, access)
  const found = await pageOfGuests(guests, queue, page)
  return { guests: found, state: await reader.queue(queueId, access) }
}

/** Whether the page has everybody in line and no filter. */
const isWholeLine = ({ statuses, createdFrom, createdTo, tags, text }: GuestPage): boolean =>
  IN_LINE.every((status) => statuses.includes(status)) &&
  statuses.every(isInLine) &&
  !(createdFrom || createdTo || tags || text)

async function pageOfGuests(guests: GuestModel, queue: QueueRecord, page: GuestPage): Promise<GuestRecord[]> {
  const { createdFrom, createdTo, tags, text } = page
  const [rank = '', id = ''] = page.after ?? []
  // The bare alternatives would give the index nothing to begin at.
  const behind = { rank: { $gte: rank }, $or: [{ rank: { $gt: rank } }, { rank, _id: { $gt: id } }] }
  const sought = {
    organization_id: queue.organization_id,
    queue_id: queue._id,
    status: { $in: page.statuses },
  }
  const created = {
    ...(createdFrom && { $gte: new Date(createdFrom) }),
    ...(createdTo && { $lt: new Date(createdTo) }),
  }
  const matches = text === undefined ? undefined : await findByText(guests, sought, text, page.country)
  return await guests
    .find({
      ...sought,
      ...(tags && withTags(tags)),
      ...((createdFrom || createdTo) && { created_at: created }),
      $and: [matches ? { _id: { $in: matches } } : {}, page.after ? behind : {}],
    })
    .sort({ rank: 1, _id: 1 })
    .limit(page.limit)
    .lean()
}
