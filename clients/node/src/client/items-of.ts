import { nextCursor } from './next-cursor.ts'

interface Page<Item> {
  readonly data: readonly Item[]
  readonly next_cursor: string | null
}

type Answer<Item> = Item extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** The paths of lists. */
export type ListPath<Paths> = {
  [Path in keyof Paths]: [Answer<Paths[Path]>] extends [never]
    ? never
    : Answer<Paths[Path]> extends Page<unknown>
      ? Path
      : never
}[keyof Paths]

export type ItemOf<Paths, Path extends keyof Paths> =
  Answer<Paths[Path]> extends Page<infer Item> ? Item : never

export interface ListInit {
  readonly params?: { readonly query?: Record<string, unknown> }
}

/** Yields every item of a list; fetches a page when the previous one is used up. */
export async function* itemsOf<Item>(
  get: (init: ListInit) => Promise<{ data: Page<Item> }>,
  init?: ListInit,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined
  do {
    const query = { ...init?.params?.query, ...(cursor !== undefined && { cursor }) }
    const { data: page } = await get({ ...init, params: { ...init?.params, query } })
    yield* page.data
    cursor = nextCursor(page, cursor)
  } while (cursor !== undefined)
}
