import createClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch'
import type { paths } from '../generated/openapi.ts'
import { type ItemOf, itemsOf, type ListPath } from './items-of.ts'
import { authorization, type Credential, idempotencyKeys, throwErrors } from './middleware.ts'
import { type Fetch, retryingFetch } from './retrying-fetch.ts'

export type UsherClientOptions = Credential & {
  /** Base URL of Usher, without `/v1`. */
  readonly baseUrl: string
  /** Used instead of the global fetch. */
  readonly fetch?: Fetch
  /** Maximum number of retries per request; 3 by default, 0 for none. */
  readonly maxRetries?: number
}

type PathWith<Method extends string> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, object> ? Path : never
}[keyof paths]

/** The options of a call: required if the operation has a required parameter or body. */
type Init<Given> = undefined extends Given ? [init?: Given] : [init: Given]

/** Like a method of openapi-fetch, but without `error`: errors are thrown. */
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
  /** Iterates over every item of a list and fetches pages as needed. `limit` is the page size. */
  list<Path extends ListPath>(
    path: Path,
    ...init: Init<MaybeOptionalInit<paths[Path], 'get'>>
  ): AsyncGenerator<ItemOf<Path>, void, undefined>
}

/**
 * A client of the Usher API, with types from its OpenAPI document.
 *
 * Its methods throw `UsherError` for an error response, and what fetch throws if there is none. A POST
 * gets its own Idempotency-Key unless you give one. Requests that are safe to repeat (GET, and any with an
 * Idempotency-Key) are retried after 429, 503 and failed connections, not before `Retry-After`.
 */
export function createUsherClient(options: UsherClientOptions): UsherClient {
  const { baseUrl, fetch = globalThis.fetch, maxRetries = 3 } = options
  const client = createClient<paths>({ baseUrl, fetch: retryingFetch(fetch, { maxRetries }) })
  client.use(authorization(options), idempotencyKeys, throwErrors)
  // Same shape, without `error`: middleware throws it.
  const { GET, POST, PUT, PATCH, DELETE } = client as unknown as UsherClient
  return { GET, POST, PUT, PATCH, DELETE, list: (path, ...init) => itemsOf(client, path, ...init) }
}
