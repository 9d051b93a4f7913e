import type { GuestStatus } from '@usher/contracts'
import { nativeCollection } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import { type GuestRecord, guestModel, NAME_COLLATION } from '../records/guest-record.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import { nameFilter, phoneFilters, tagFilter } from './search.ts'
import { withTags } from './tags.ts'

/** Matches read at most, so that the shortest search in the longest queue ends. */
const MAX_MATCHES = 1_000

type Filter = mongo.Filter<GuestRecord>

export interface GuestPage {
  readonly statuses: readonly GuestStatus[]
  /** Joined at this time or later. */
  readonly createdFrom?: string | undefined
  /** Joined before this time. */
  readonly createdTo?: string | undefined
  /** Tags that a guest must all have. */
  readonly tags?: readonly string[] | undefined
  /** Prefix of the name, the phone or a tag. */
  readonly text?: string | undefined
  /** Country whose national notation of phones is accepted. */
  readonly country: string
  /** Rank and id of the last guest of the page before. */
  readonly after: readonly string[] | undefined
  readonly limit: number
}

export interface GuestSearch {
  /** Guests of a queue in line order, filtered. */
  page(queue: QueueRecord, page: GuestPage): Promise<GuestRecord[]>
}

export function createGuestSearch(connection: Connection): GuestSearch {
  const guests = nativeCollection(guestModel(connection))
  /** Guests whose name, phone or tag starts with a text, at most 1,000 of each. */
  const idsByText = async (sought: Filter, text: string, country: string): Promise<string[]> => {
    const options = { projection: { _id: 1 }, limit: MAX_MATCHES }
    const find = (filter: object) => guests.find({ ...sought, ...filter }, options)
    const others = [tagFilter(text), ...phoneFilters(text, country)]
    const found = await Promise.all([
      find(nameFilter(text)).collation(NAME_COLLATION).toArray(),
      ...others.map((filter) => find(filter).toArray()),
    ])
    return [...new Set(found.flat().map(({ _id }) => _id))]
  }
  return {
    async page({ _id: queue_id, organization_id }, { statuses, text, country, limit, ...page }) {
      const sought: Filter = { organization_id, queue_id, status: { $in: [...statuses] } }
      const matches = text === undefined ? undefined : await idsByText(sought, text, country)
      return await guests
        .find({
          ...sought,
          ...(page.tags && withTags(page.tags)),
          ...createdWithin(page),
          $and: [matches ? { _id: { $in: matches } } : {}, page.after ? behind(page.after) : {}],
        })
        .sort({ rank: 1, _id: 1 })
        .limit(limit)
        .toArray()
    },
  }
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
