import type { Cursors } from '../cursor.ts'
import type { Reply } from './operation-router.ts'

interface PageRequest {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Where a list's page starts: the sort values of the last item of the page before. */
export const placeOf = (cursors: Cursors, list: string, { cursor }: PageRequest): string[] | undefined =>
  cursor === undefined ? undefined : cursors.decode(list, cursor)

interface PageOptions<Found, Item> {
  readonly cursors: Cursors
  /** Name that binds the cursors to this list, its owner and its filters. */
  readonly list: string
  readonly query: PageRequest & Readonly<Record<string, unknown>>
  /** Up to one more item than the page takes, which tells whether there is a next page. */
  readonly found: readonly Found[]
  /** Where the next page starts although the items are fewer: the search was broken off there. */
  readonly next?: readonly string[]
  /** Sort values of an item. */
  readonly place: (item: Found) => string[]
  readonly present: (item: Found) => Item
}

/** Answers one page of a list, with the `Link` to the next (RFC 8288). */
export function pageReply<Found, Item>(
  options: PageOptions<Found, Item>,
): Reply<{ data: Item[]; next_cursor: string | null }> {
  const { cursors, list, query, found, place, present } = options
  const items = found.slice(0, query.limit)
  const last = items.at(-1)
  const end = found.length > query.limit && last ? place(last) : options.next
  if (!end) return { body: { data: items.map(present), next_cursor: null } }
  const next = cursors.encode(list, end)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor: next })) {
    if (value !== undefined) search.set(name, String(value))
  }
  return {
    body: { data: items.map(present), next_cursor: next },
    headers: { link: `<?${search}>; rel="next"` },
  }
}
