import type { GuestStatus } from '@usher/contracts'
import { type Search, searchFilter } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import type { Access } from '../access.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import { guestCollection } from '../records/guest-store.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import { withTags } from './tags.ts'

type Filter = mongo.Filter<GuestRecord>

interface Page {
  readonly search?: Search | undefined
  /** Sort values of the last guest of the page before. */
  readonly after: readonly string[] | undefined
  readonly limit: number
}

export interface GuestPage extends Page {
  readonly statuses: readonly GuestStatus[]
  /** Joined at this time or later. */
  readonly createdFrom?: string | undefined
  /** Joined before this time. */
  readonly createdTo?: string | undefined
  /** Tags that a guest must all have. */
  readonly tags?: readonly string[] | undefined
}

interface AllGuestsPage extends Page {
  /** Whether to list only guests with an unread reply. */
  readonly isUnread: boolean
  /** Absent: all. */
  readonly statuses?: readonly GuestStatus[] | undefined
}

export interface GuestSearch {
  /** Guests of a queue in line order, filtered. */
  page(queue: QueueRecord, page: GuestPage): Promise<GuestRecord[]>
  /** Guests of all queues that the caller may see, the latest first, filtered. */
  all(access: Access, page: AllGuestsPage): Promise<GuestRecord[]>
}

export function createGuestSearch(connection: Connection): GuestSearch {
  const guests = guestCollection(connection)
  return {
    async page({ _id: queue_id, organization_id }, { statuses, limit, ...page }) {
      return await guests
        .find({
          organization_id,
          queue_id,
          status: { $in: [...statuses] },
          ...(page.tags && withTags(page.tags)),
          ...createdWithin(page),
          ...(page.after && behind(page.after)),
          ...(page.search && searchFilter(page.search)),
        })
        .sort({ rank: 1, _id: 1 })
        .limit(limit)
        .toArray()
    },
    async all({ organization_id, queue_ids }, { statuses, isUnread, after, limit, search }) {
      const [id] = after ?? []
      return await guests
        .find({
          organization_id,
          ...(queue_ids && { queue_id: { $in: [...queue_ids] } }),
          ...(statuses && { status: { $in: [...statuses] } }),
          ...(isUnread && UNREAD),
          ...(id !== undefined && { _id: { $lt: id } }),
          ...(search && searchFilter(search)),
        })
        .sort({ _id: -1 })
        .limit(limit)
        .toArray()
    },
  }
}

/** As {@link unreadReplyAt} tells them; in the terms of the index of guests who replied. */
const UNREAD: Filter = {
  replied_at: { $type: 'date' },
  anonymized_at: null,
  $expr: { $gt: ['$replied_at', '$replies_read_until'] },
}

function createdWithin({ createdFrom, createdTo }: Pick<GuestPage, 'createdFrom' | 'createdTo'>): Filter {
  if (!createdFrom && !createdTo) return {}
  return {
    created_at: {
      ...(createdFrom && { $gte: new Date(createdFrom) }),
      ...(createdTo && { $lt: new Date(createdTo) }),
    },
  }
}

/** Plain alternatives would give the index no starting point. */
const behind = ([rank = '', id = '']: readonly string[]): Filter => ({
  rank: { $gte: rank },
  $or: [{ rank: { $gt: rank } }, { rank, _id: { $gt: id } }],
})
