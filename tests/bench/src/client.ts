import { setTimeout as delay } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'
import type { Headers } from './measure/load.ts'

/** Requests in flight at a time, so few that the gateway never lets one wait. */
export const CONCURRENCY = 8

const MAX_REPEATS = 30

export interface DemoCredentials {
  readonly api_key: string
  readonly oauth?: Readonly<Record<string, string>>
}

export class Client implements AsyncDisposable {
  readonly keyHeaders: Headers
  readonly #pool: Pool
  readonly #demo: DemoCredentials

  constructor(url: string, demo: DemoCredentials) {
    this.#pool = new Pool(url, { connections: CONCURRENCY, pipelining: 1 })
    this.#demo = demo
    this.keyHeaders = headersOf(demo.api_key)
  }

  /** @throws Error for any response other than success; retries a request that is refused for now */
  async send<Answer>(
    method: Dispatcher.HttpMethod,
    path: string,
    body?: object,
    headers = this.keyHeaders,
  ): Promise<Answer> {
    const text = await this.#exchange({ method, path, headers, body: body ? JSON.stringify(body) : null })
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }

  /** Headers with an access token of the demo's OAuth client, which may use the platform API. */
  async tokenHeaders(): Promise<Headers> {
    const body = String(new URLSearchParams({ ...this.#demo.oauth, grant_type: 'client_credentials' }))
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const text = await this.#exchange({ method: 'POST', path: '/oauth/token', headers, body })
    return headersOf((JSON.parse(text) as { access_token: string }).access_token)
  }

  async #exchange(request: Dispatcher.RequestOptions): Promise<string> {
    for (let repeats = 0; ; repeats += 1) {
      const { statusCode, headers, body } = await this.#pool.request(request)
      const text = await body.text()
      if (statusCode < 300) return text
      const isRefusedForNow = statusCode === 429 || statusCode === 503
      if (!isRefusedForNow || repeats === MAX_REPEATS)
        throw new Error(`${request.method} ${request.path}: ${statusCode} ${text}`)
      await delay(1000 * (Number(headers['retry-after']) || 1))
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool.destroy()
  }
}

export const headersOf = (credential: string): Headers => ({
  authorization: `Bearer ${credential}`,
  'content-type': 'application/json',
})
