import createClient, { type FetchResponse, type MaybeOptionalInit, type Middleware } from 'openapi-fetch'
import type { components, paths } from './generated/openapi.ts'
import { apiErrorOf } from './problem.ts'
import { retryingFetch } from './retrying-fetch.ts'

/** The schemas of the API by name: `Schemas['Guest']`. */
export type Schemas = components['schemas']

type PathWith<Method extends string> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, object> ? Path : never
}[keyof paths]

/** The options of a call: required if the operation has a required parameter or body. */
type Init<Given> = undefined extends Given ? [init?: Given] : [init: Given]

/** Like a method of openapi-fetch, but errors are thrown, so there is no `error` to check. */
type Call<Method extends 'get' | 'post' | 'put' | 'patch' | 'delete'> = <
  Path extends PathWith<Method>,
  Given extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: Init<Given>
) => Promise<
  Extract<FetchResponse<paths[Path][Method] & object, Given, `${string}/${string}`>, { data: unknown }>
>

let csrfToken: string | undefined
let onSessionEnd = (): void => {}

/** Sets the session's CSRF token, sent with every write. */
export const setCsrfToken = (token: string | undefined): void => {
  csrfToken = token
}

/** Whether a session is known: its writes need the token. */
export const isSignedIn = (): boolean => csrfToken !== undefined

/** Sets the listener for 401 responses: the session has ended or never existed. */
export const setSessionEndListener = (listener: () => void): void => {
  onSessionEnd = listener
}

const headers: Middleware = {
  onRequest({ request }) {
    if (request.method === 'GET') return
    if (csrfToken !== undefined) request.headers.set('x-csrf-token', csrfToken)
    // One key per call, so that a retry does not repeat the effect.
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID())
  },
}

const errors: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return
    const error = await apiErrorOf(response)
    if (error.code === 'unauthorized') onSessionEnd()
    throw error
  },
}

const client = createClient<paths>({ baseUrl: '', fetch: retryingFetch })
client.use(headers, errors)

interface Api {
  readonly get: Call<'get'>
  readonly post: Call<'post'>
  readonly put: Call<'put'>
  readonly patch: Call<'patch'>
  readonly delete: Call<'delete'>
}

/**
 * The API, with types from its OpenAPI document: `await api.post('/v1/queues', { body: { name } })`.
 *
 * Its methods throw `ApiError` for an error response and `ConnectionError` for none. Requests without a response are
 * retried, reads a few times, writes for minutes; a POST takes effect once, however often it is sent.
 */
export const api: Api = {
  get: client.GET as unknown as Api['get'],
  post: client.POST as unknown as Api['post'],
  put: client.PUT as unknown as Api['put'],
  patch: client.PATCH as unknown as Api['patch'],
  delete: client.DELETE as unknown as Api['delete'],
}
