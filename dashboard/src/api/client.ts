import createClient, { type FetchResponse, type MaybeOptionalInit, type Middleware } from 'openapi-fetch'
import type { components, paths } from './generated/openapi.ts'
import { apiErrorOf } from './problem.ts'
import { retryingFetch } from './retrying-fetch.ts'

/** The schemas of the API by name: `Schemas['Guest']`. */
export type Schemas = components['schemas']

type PathWith<Method extends string> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, object> ? Path : never
}[keyof paths]

/** What a call takes beside its path: needed where a parameter or a body is. */
type Init<Given> = undefined extends Given ? [init?: Given] : [init: Given]

/** A method of openapi-fetch, which here gives the body of the answer: errors are thrown. */
type Call<Method extends 'get' | 'post' | 'patch' | 'delete'> = <
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

/** Sets what proves that a write comes from this page: the session's `csrf_token`. */
export const setCsrfToken = (token: string | undefined): void => {
  csrfToken = token
}

/** Sets who is told when an answer says that there is no session (any more). */
export const hearSessionEnd = (listener: () => void): void => {
  onSessionEnd = listener
}

const headers: Middleware = {
  onRequest({ request }) {
    if (request.method === 'GET') return
    if (csrfToken !== undefined) request.headers.set('x-csrf-token', csrfToken)
    // One key for each call, so that sending it again does not do it twice.
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
  readonly patch: Call<'patch'>
  readonly delete: Call<'delete'>
}

/**
 * The API, with types from its OpenAPI document: `await api.post('/v1/queues', { body: { name } })`.
 *
 * Its methods throw `ApiError` for an answer that is an error and `ConnectionError` where there is none. Requests
 * that nothing comes back from are sent again, reads a few times, writes for minutes; a POST is done once however
 * often it is sent.
 */
export const api: Api = {
  get: client.GET as unknown as Api['get'],
  post: client.POST as unknown as Api['post'],
  patch: client.PATCH as unknown as Api['patch'],
  delete: client.DELETE as unknown as Api['delete'],
}
