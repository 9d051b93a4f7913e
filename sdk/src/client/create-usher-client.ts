import createClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch'
import type { paths } from '../generated/openapi.ts'
import { type ItemOf, itemsOf, type ListPath } from './items-of.ts'
import { authorization, type Credential, idempotencyKeys, throwErrors } from './middleware.ts'
import { type Fetch, retryingFetch } from './retrying-fetch.ts'

export type UsherClientOptions = Credential & {
  /** Address of Usher, without `/v1`. */
  readonly baseUrl: string
  /** Used in place of the global fetch. */
  readonly fetch?: Fetch
  /** How often a request is sent again at most; 3 by default, 0 for never. */
  readonly maxRetries?: number
}

type PathWith<Method extends string> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, object> ? Path : never
}[keyof paths]

/** What a call takes beside its path: needed where a parameter or a body is. */
type Init<Given> = undefined extends Given ? [init?: Given] : [init: Given]

/** A method of openapi-fetch, which here has no `error`: errors are thrown. */
type Call<Method extends 'get' | 'post' | 'put' | 'patch' | 'delete'> = <
  Path extends PathWith<Method>,
  Given extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: Init<Given>
) => Promise<
  Extract<FetchResponse<paths[Path][Method] & object, Given, `${string}/${string}`>, { data: unknown }>
>

export interface UsherClient {
  readonly GET: Call<'get'>
  readonly POST: Call<'post'>
  readonly PUT: Call<'put'>
  readonly PATCH: Call<'patch'>
  readonly DELETE: Call<'delete'>
  /** Every item of a list, page after page as they are needed. `limit` is the size of a page. */
  list<Path extends ListPath>(
    path: Path,
    ...init: Init<MaybeOptionalInit<paths[Path], 'get'>>
  ): AsyncGenerator<ItemOf<Path>, void, undefined>
}

/**
 * A client of the Usher API, with types from its OpenAPI document.
 *
 * Its methods throw `UsherError` for an answer that is an error, and what fetch throws where there is none. A POST
 * has an Idempotency-Key of its own unless one is given. What can do no harm twice (GET, and whatever has an
 * Idempotency-Key) is sent again after 429, 503 and failed connections, as `Retry-After` says or later.
 */
export function createUsherClient(options: UsherClientOptions): UsherClient {
  const { baseUrl, fetch = globalThis.fetch, maxRetries = 3 } = options
  const client = createClient<paths>({ baseUrl, fetch: retryingFetch(fetch, { maxRetries }) })
  client.use(authorization(options), idempotencyKeys, throwErrors)
  // Of the same form but for `error`, which no answer is left with.
  const { GET, POST, PUT, PATCH, DELETE } = client as unknown as UsherClient
  return { GET, POST, PUT, PATCH, DELETE, list: (path, ...init) => itemsOf(client, path, ...init) }
}
