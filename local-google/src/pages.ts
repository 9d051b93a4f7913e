import { randomUUID } from 'node:crypto'

/** Lists whose further pages may still be asked for. */
const MAX_LISTS = 200

interface KeptList<T> {
  readonly owner: string
  readonly items: readonly T[]
  /** What the last page adds. */
  readonly ending: Readonly<Record<string, unknown>>
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly ending: Readonly<Record<string, unknown>>
}

/**
 * Gives lists page by page. A list is made once, for its first page, so that what changes between two pages neither
 * shifts them nor is missed: the sync token of the last page is from before the change.
 * https://developers.google.com/workspace/calendar/api/guides/pagination
 */
export class Pages<T> {
  readonly #lists = new Map<string, KeptList<T>>()

  /** @param owner of what the list is: a page token is good for that alone */
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
