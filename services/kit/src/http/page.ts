import type { Cursors } from '../formats/cursor.ts'
import type { Reply } from './reply.ts'

interface PageRequest {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Where a page starts: the sort values of the last item of the page before. */
export const placeOf = (cursors: Cursors, list: string, { cursor }: PageRequest): string[] | undefined =>
  cursor === undefined ? undefined : cursors.decode(list, cursor)

interface PageOptions<Row, Item> {
  readonly cursors: Cursors
  /** Name that binds the cursors to this list, its owner and its filters. */
  readonly list: string
  readonly query: PageRequest & Readonly<Record<string, unknown>>
  /** Up to one item more than the page takes, which tells whether there is a next page. */
  readonly found: readonly Row[]
  /** Where the next page starts if the search stopped early, with fewer items than the page takes. */
  readonly next?: readonly string[]
  /** Sort values of an item. */
  readonly place: (item: Row) => string[]
  readonly present: (item: Row) => Item
}

/** One page of a list, with the `Link` to the next (RFC 8288). */
export function pageReply<Row, Item>(
  options: PageOptions<Row, Item>,
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
