import type { Access } from '../access.ts'
import type { QueueContext } from '../context.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import { type GuestRecord, IN_LINE, isInLine } from '../records/guest-record.ts'
import type { GuestPage } from './guest-search-store.ts'

interface FoundPage {
  readonly guests: GuestRecord[]
  readonly state: QueueState
  /** Version of the line in which all of them were found; null: they may be older than the state. */
  readonly lineVersion: number | null
}

/**
 * Guests of a queue in line order, with the queue as of the same moment or later; guests who left appear where they
 * stood. Without filters the page comes from the line in memory.
 *
 * @throws ProblemError `not_found`, `forbidden`
 */
export async function readPage(
  { reader, guestSearch }: Pick<QueueContext, 'reader' | 'guestSearch'>,
  queueId: string,
  access: Access,
  page: GuestPage,
): Promise<FoundPage> {
  const [rank, id] = page.after ?? []
  const behind = rank !== undefined && id !== undefined ? { rank, id } : undefined
  const inLine =
    isWholeLine(page) && (await reader.guestsInLine(queueId, access, { behind, limit: page.limit }))
  if (inLine) return { ...inLine, lineVersion: inLine.state.queue.line_version }
  const { queue } = await reader.queue(queueId, access)
  const guests = await guestSearch.page(queue, page)
  return { guests, state: await reader.queue(queueId, access), lineVersion: null }
}

/** Whether the page is unfiltered and includes everybody in line. */
const isWholeLine = ({ statuses, createdFrom, createdTo, tags, search }: GuestPage): boolean =>
  IN_LINE.every((status) => statuses.includes(status)) &&
  statuses.every(isInLine) &&
  !(createdFrom || createdTo || tags || search)
