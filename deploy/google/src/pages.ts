import { randomUUID } from 'node:crypto'

/** Maximum number of lists kept for further pages. */
const MAX_LISTS = 200

interface KeptList<T> {
  readonly owner: string
  readonly items: readonly T[]
  /** Extra fields of the last page. */
  readonly ending: Readonly<Record<string, unknown>>
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly ending: Readonly<Record<string, unknown>>
}

/**
 * Serves lists page by page. A list is a snapshot taken for its first page, so changes between pages neither
 * shift items nor get lost: the sync token of the last page predates the change.
 * https://developers.google.com/workspace/calendar/api/guides/pagination
 */
export class Pages<T> {
  readonly #lists = new Map<string, KeptList<T>>()

  /** @param owner what the list is of: a page token works only for that */
  first(owner: string, items: readonly T[], size: number, ending: KeptList<T>['ending']): Page<T> {
    if (items.length <= size) return { items, ending }
    const key = randomUUID()
    this.#lists.set(key, { owner, items, ending })
    const oldest = this.#lists.keys().next().value
    if (this.#lists.size > MAX_LISTS && oldest) this.#lists.delete(oldest)
    return this.#page(key, { owner, items, ending }, 0, size)
  }

  /** The page that a token names; undefined for a token of something else. */
  next(owner: string, token: string, size: number): Page<T> | undefined {
    const [key = '', from = ''] = token.split('.')
    const list = this.#lists.get(key)
    if (list?.owner !== owner || !/^\d+$/.test(from)) return undefined
    return this.#page(key, list, Number(from), size)
  }

  #page(key: string, { items, ending }: KeptList<T>, from: number, size: number): Page<T> {
    const to = from + size
    const isLast = to >= items.length
    return { items: items.slice(from, to), ending: isLast ? ending : { nextPageToken: `${key}.${to}` } }
  }
}
