import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/openapi.ts'

interface Page<Item> {
  data: Item[]
  next_cursor: string | null
}

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** The paths of lists. */
export type ListPath = {
  [Path in keyof paths]: [Answer<Path>] extends [never]
    ? never
    : Answer<Path> extends Page<unknown>
      ? Path
      : never
}[keyof paths]

export type ItemOf<Path extends ListPath> = Answer<Path> extends Page<infer Item> ? Item : never

interface AnyInit {
  params?: { query?: Record<string, unknown> }
}

/** Yields every item of a list; fetches a page when the previous one is used up. */
export async function* itemsOf<Path extends ListPath>(
  client: Client<paths>,
  path: Path,
  init?: AnyInit,
): AsyncGenerator<ItemOf<Path>, void, undefined> {
  // The types of openapi-fetch cannot express that each of these paths answers with a page.
  const get = client.GET as unknown as (path: Path, init: AnyInit) => Promise<{ data: Page<ItemOf<Path>> }>
  let cursor: string | null | undefined
  do {
    const query = { ...init?.params?.query, ...(cursor && { cursor }) }
    const { data: page } = await get(path, { ...init, params: { ...init?.params, query } })
    yield* page.data
    cursor = page.next_cursor
  } while (cursor !== null)
}
