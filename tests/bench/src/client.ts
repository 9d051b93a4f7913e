import { setTimeout as delay } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'

/** Requests in flight at a time, so few that the gateway never lets one wait. */
export const CONCURRENCY = 8

/** How often a request that was refused for now is retried. */
const MAX_REPEATS = 30

export type Headers = Readonly<Record<string, string>>

/** The fields used from demo.json. */
export interface DemoCredentials {
  readonly api_key: string
  readonly oauth?: Readonly<Record<string, string>>
}

/** Calls the public API. */
export interface Client extends AsyncDisposable {
  /** Headers with the API key of the demo organisation. */
  readonly keyHeaders: Headers
  /** @throws Error for any response other than success; retries a request that is refused for now */
  send<Answer>(method: Dispatcher.HttpMethod, path: string, body?: object, headers?: Headers): Promise<Answer>
  /** Headers with an access token of the demo's OAuth client, which may use the platform API. */
  tokenHeaders(): Promise<Headers>
}

/** A client with the credentials of the demo organisation. */
export function createClient(url: string, demo: DemoCredentials): Client {
  const pool = new Pool(url, { connections: CONCURRENCY, pipelining: 1 })
  const keyHeaders = headersOf(demo.api_key)
  return {
    keyHeaders,
    send: async <Answer>(
      method: Dispatcher.HttpMethod,
      path: string,
      body?: object,
      headers = keyHeaders,
    ) => {
      const text = await exchange(pool, { method, path, headers, body: body ? JSON.stringify(body) : null })
      return (text === '' ? undefined : JSON.parse(text)) as Answer
    },
    async tokenHeaders() {
      const body = new URLSearchParams({ ...demo.oauth, grant_type: 'client_credentials' })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const text = await exchange(pool, { method: 'POST', path: '/oauth/token', headers, body: String(body) })
      return headersOf((JSON.parse(text) as { access_token: string }).access_token)
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

/** Headers of a request with an API key or an access token. */
export const headersOf = (credential: string): Headers => ({
  authorization: `Bearer ${credential}`,
  'content-type': 'application/json',
})

async function exchange(pool: Pool, request: Dispatcher.RequestOptions): Promise<string> {
  for (let repeats = 0; ; repeats += 1) {
    const { statusCode, headers, body } = await pool.request(request)
    const text = await body.text()
    if (statusCode < 300) return text
    const isRefusedForNow = statusCode === 429 || statusCode === 503
    if (!isRefusedForNow || repeats === MAX_REPEATS)
      throw new Error(`${request.method} ${request.path}: ${statusCode} ${text}`)
    await delay(1000 * (Number(headers['retry-after']) || 1))
  }
}
