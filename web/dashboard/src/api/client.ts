import {
  type Attempt,
  type components,
  createUsherClient,
  type ItemOf,
  type ListInitOf,
  type ListPath,
  type SessionClientOptions,
  type SessionPaths,
} from '@usher/sdk/client'
import { pause } from './connection.ts'
import { withMode } from './mode.ts'
import { ConnectionError } from './problem.ts'
import { reportingFetch } from './reporting-fetch.ts'

const FIRST_DELAY_MS = 400
const MAX_DELAY_MS = 5000
/** Reads can be retried by the person looking at the page. */
const MAX_READS = 3
/** Writes are retried for about ten minutes: what was typed must not be lost with the connection. */
const MAX_WRITES = 120
const MAX_RETRY_AFTER_SECONDS = 30

/**
 * Retries more than the SDK does by itself: every write of the dashboard is safe to retry, as a POST has an
 * Idempotency-Key, and PATCH and DELETE are idempotent.
 */
export function retryPolicy({ request, retries, status, retryAfterSeconds, random }: Attempt) {
  const backoff = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** retries) * (0.5 + random / 2)
  if (status === undefined)
    return retries < (request.method === 'GET' ? MAX_READS : MAX_WRITES) ? backoff : undefined
  // 409 with Retry-After: the first attempt is still in progress.
  const isPassing =
    [429, 502, 503, 504].includes(status) || (status === 409 && retryAfterSeconds !== undefined)
  const seconds = retryAfterSeconds ?? 0
  if (!isPassing || retries >= MAX_READS || seconds > MAX_RETRY_AFTER_SECONDS) return undefined
  return seconds * 1000 + backoff
}

/** The schemas of the API by name: `Schemas['Guest']`. */
export type Schemas = components['schemas']

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

const clientWith = (sending: Pick<SessionClientOptions, 'fetch' | 'retry'>) =>
  createUsherClient({
    baseUrl: '',
    session: { csrfToken: () => csrfToken },
    ...sending,
    wait: pause,
    // No timeout: writes are retried for minutes while the page shows that they wait.
    timeoutMs: Number.POSITIVE_INFINITY,
    onError: ({ code }) => code === 'unauthorized' && onSessionEnd(),
  })

const client = clientWith({ fetch: (request) => reportingFetch(withMode(request)), retry: retryPolicy })

/** Reads every page of a list. For short lists such as settings, not for guests of many days. */
async function all<Path extends ListPath<SessionPaths>>(
  path: Path,
  ...[init]: ListInitOf<SessionPaths, Path>
): Promise<ItemOf<SessionPaths, Path>[]> {
  const largest = { ...init, params: { ...init?.params, query: { ...init?.params?.query, limit: 100 } } }
  const items: ItemOf<SessionPaths, Path>[] = []
  // The compiler cannot tell that every list takes a limit.
  for await (const item of client.list(path, largest as never)) items.push(item)
  return items
}

/**
 * The API as the signed-in member: `await api.post('/v1/queues', { body: { name } })`.
 *
 * Its methods throw `UsherError` for an error response and `ConnectionError` for none. Requests without a response are
 * retried, reads a few times, writes for minutes; a POST takes effect once, however often it is sent.
 */
export const api = {
  get: client.GET,
  post: client.POST,
  put: client.PUT,
  patch: client.PATCH,
  delete: client.DELETE,
  all,
}

export type Writes = Pick<typeof api, 'post' | 'delete'>

/**
 * For one write that is not sent or waited for after a time, in ms since the epoch. With the same key it takes effect
 * once.
 *
 * @throws Error other than `UsherError` when the time has come
 */
export function writesUntil(time: number, key: string): Writes {
  const { POST, DELETE } = clientWith({
    fetch(request) {
      const left = time - Date.now()
      if (left <= 0) throw new ConnectionError('Too late to send')
      request.headers.set('Idempotency-Key', key)
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(left)])
      return reportingFetch(withMode(new Request(request, { signal })))
    },
    retry: (attempt) => (Date.now() < time ? retryPolicy(attempt) : undefined),
  })
  return { post: POST, delete: DELETE }
}
