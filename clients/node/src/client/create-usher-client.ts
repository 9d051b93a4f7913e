import createClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch'
import type { BearerPaths, paths as SessionPaths } from '../generated/openapi.ts'
import { type ItemOf, itemsOf, type ListInit, type ListPath } from './items-of.ts'
import {
  authentication,
  type BearerCredential,
  idempotencyKeys,
  ownVersion,
  type SessionCredential,
  throwErrors,
} from './middleware.ts'
import { filledPath } from './path-of.ts'
import { type RetryPolicy, retryUpTo } from './retry-policy.ts'
import { type Fetch, retryingFetch, type Wait } from './retrying-fetch.ts'
import { TIMEOUT_MS, timedFetch } from './timed-fetch.ts'
import type { UsherError } from './usher-error.ts'

export type { SessionPaths }

interface ClientOptions {
  /** Base URL of Usher, without `/v1`. Empty in a page that Usher serves. */
  readonly baseUrl: string
  /** Used instead of the global fetch. */
  readonly fetch?: Fetch
  /** Milliseconds that each attempt may take; 30,000 by default, `Infinity` for no limit. Streams stay open. */
  readonly timeoutMs?: number
  /** Maximum number of retries per request; 3 by default, 0 for none. */
  readonly maxRetries?: number
  /** Decides on retries instead of `maxRetries`. */
  readonly retry?: RetryPolicy
  /** Used instead of a timer, for example to retry as soon as the network is back. */
  readonly wait?: Wait
  /** Called with every error response before it is thrown. */
  readonly onError?: (error: UsherError) => void
}

export type UsherClientOptions = BearerCredential & ClientOptions

export type SessionClientOptions = SessionCredential & ClientOptions

type PathWith<Paths, Method extends string> = {
  [Path in keyof Paths]: Paths[Path] extends Record<Method, object> ? Path : never
}[keyof Paths]

/** The options of a call: required if the operation has a required parameter or body. */
type Init<Given> = undefined extends Given ? [init?: Given] : [init: Given]

/** The options of a list. */
export type ListInitOf<Paths, Path extends keyof Paths> = Init<
  MaybeOptionalInit<Paths[Path] & object, 'get' & keyof Paths[Path]>
>

/** Like a method of openapi-fetch, but without `error`: errors are thrown. */
type Call<Paths, Method extends 'get' | 'post' | 'put' | 'patch' | 'delete'> = <
  Path extends PathWith<Paths, Method>,
  Given extends MaybeOptionalInit<Paths[Path] & object, Method & keyof Paths[Path]>,
>(
  path: Path,
  ...init: Init<Given>
) => Promise<
  Extract<
    FetchResponse<Paths[Path][Method & keyof Paths[Path]] & object, Given, `${string}/${string}`>,
    { data: unknown }
  >
>

export interface UsherClient<Paths = BearerPaths> {
  readonly GET: Call<Paths, 'get'>
  readonly POST: Call<Paths, 'post'>
  readonly PUT: Call<Paths, 'put'>
  readonly PATCH: Call<Paths, 'patch'>
  readonly DELETE: Call<Paths, 'delete'>
  /** Iterates over every item of a list and fetches pages as needed. `limit` is the page size. */
  list<Path extends ListPath<Paths>>(
    path: Path,
    ...init: ListInitOf<Paths, Path>
  ): AsyncGenerator<ItemOf<Paths, Path>, void, undefined>
}

/**
 * A client of the Usher API, with types from its OpenAPI document: it offers the operations that its credential may
 * call.
 *
 * Its methods throw `UsherError` for an error response, `UsherTimeoutError` if there is none in time, and what fetch
 * throws if the connection fails. A POST gets its own Idempotency-Key unless you give one. Requests that are safe to
 * repeat (GET, and POST by its Idempotency-Key) are retried after 429, 503, 409 with `Retry-After`, timeouts and failed
 * connections, not before `Retry-After`.
 */
export function createUsherClient(options: UsherClientOptions): UsherClient
export function createUsherClient(options: SessionClientOptions): UsherClient<SessionPaths>
export function createUsherClient(options: UsherClientOptions | SessionClientOptions): unknown {
  const { baseUrl, fetch = (request) => globalThis.fetch(request), maxRetries = 3, onError } = options
  const { retry = retryUpTo(maxRetries), wait, timeoutMs = TIMEOUT_MS } = options
  const client = createClient<SessionPaths>({
    baseUrl,
    fetch: retryingFetch(timedFetch(fetch, timeoutMs), { retry, wait }),
    // The API does not redirect: whatever does would get the credential or the body, or make a GET of a POST.
    redirect: 'manual',
    pathSerializer: filledPath,
  })
  client.use(authentication(options), ownVersion, idempotencyKeys, throwErrors(onError))
  const { GET, POST, PUT, PATCH, DELETE } = client
  // The compiler cannot tell that a list answers with pages.
  const list = (path: never, init?: ListInit) => itemsOf((page) => GET(path, page as never) as never, init)
  return { GET, POST, PUT, PATCH, DELETE, list }
}
