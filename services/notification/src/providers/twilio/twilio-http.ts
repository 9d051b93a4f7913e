import { type Clock, retryAfterMs } from '@usher/service-kit'
import twilio from 'twilio'
import type RequestClient from 'twilio/lib/base/RequestClient.js'
import { TwilioRefusal } from './twilio-errors.ts'

interface Options {
  readonly answerLimitMs: number
  readonly clock: Clock
  /** URL of the API, for tests; undefined: Twilio itself. */
  readonly apiUrl: string | undefined
}

/** An HTTP client for the SDK that keeps more details of a refusal than the SDK's errors. Never retries. */
export class TwilioHttp extends twilio.RequestClient {
  readonly #options: Options

  constructor(options: Options) {
    super({ timeout: options.answerLimitMs, autoRetry: false })
    this.#options = options
  }

  override async request<Data>(given: RequestClient.RequestOptions<Data>) {
    const { clock, apiUrl } = this.#options
    const uri = apiUrl ? given.uri.replace(/^https:\/\/[^/]+/, apiUrl) : given.uri
    const response = await super.request<Data>({ ...given, uri })
    if (response.statusCode < 300) return response
    const header = response.headers?.['retry-after']
    const wait = retryAfterMs(typeof header === 'string' ? header : undefined, clock.now())
    throw new TwilioRefusal(response.statusCode, codeIn(response.body), wait)
  }
}

/** Twilio's error code in a response body (https://www.twilio.com/docs/usage/twilios-response#exceptions). */
function codeIn(body: unknown): number | undefined {
  const { code } = (typeof body === 'object' && body !== null ? body : {}) as { code?: unknown }
  return typeof code === 'number' ? code : undefined
}
