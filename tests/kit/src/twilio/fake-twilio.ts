import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type CallbackAnswer,
  callBack,
  type Inbound,
  inboundParams,
  type RouteCallback,
  statusParams,
  type TwilioStatus,
} from './twilio-callbacks.ts'
import {
  newAuthToken,
  newSid,
  presentMessage,
  readMessage,
  type TwilioError,
  type TwilioMessage,
} from './twilio-message.ts'

/**
 * A fault of a request to send:
 *
 * - an error: sent as the response, and nothing is accepted; `retryAfter` in seconds
 * - `cut`: accepted, and the connection is closed before the response
 * - `silence`: accepted, without a response
 */
export type TwilioFault = (TwilioError & { readonly retryAfter?: number }) | 'cut' | 'silence'

/** https://www.twilio.com/docs/api/errors/20429, sent as HTTP 429. */
export const TOO_MANY: TwilioFault = { status: 429, code: 20_429, message: 'Too Many Requests' }

/** An internal error (https://www.twilio.com/docs/api/errors/20500). */
export const OUT_OF_ORDER: TwilioFault = {
  status: 500,
  code: 20_500,
  message: 'An internal server error occurred',
}

interface Options {
  /** The fault of a request; undefined for none. By default takes the faults that are set, in order. */
  readonly faultOf?: (form: URLSearchParams) => TwilioFault | undefined
  /** Statuses to report for each message without being told, in this order. */
  readonly statuses?: readonly TwilioStatus[]
  readonly route?: RouteCallback
}

/**
 * A local Twilio: sends nothing, and implements the Messages API and the callbacks as Twilio documents them; each part
 * names its page. It has an account, its token and a sender.
 */
export class FakeTwilio implements AsyncDisposable {
  readonly accountSid = newSid('AC')
  readonly authToken = newAuthToken()
  readonly from = '+15005550006'
  /** Every request to send, whatever its outcome. */
  readonly requests: URLSearchParams[] = []
  /** Accepted messages. */
  readonly messages: TwilioMessage[] = []
  /** Faults of the next requests, in order. */
  readonly faults: TwilioFault[] = []
  /** Numbers that have answered STOP: https://www.twilio.com/docs/api/errors/21610 */
  readonly optedOut = new Set<string>()
  readonly #options: Options
  readonly #server = createServer((req, res) => void this.#serve(req, res))

  constructor(options: Options) {
    this.#options = options
  }

  /** For TWILIO_API_URL. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Settings and credentials of a provider that sends through it. */
  get provider() {
    const settings = { account_sid: this.accountSid, from: this.from }
    return { kind: 'twilio', name: 'Local Twilio', settings, credentials: { auth_token: this.authToken } }
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  /** Reports a status of a message. @param authToken a token other than its own forges the signature */
  async tell(
    message: TwilioMessage,
    status: TwilioStatus,
    { errorCode, authToken = this.authToken }: { errorCode?: number; authToken?: string } = {},
  ): Promise<CallbackAnswer> {
    if (!message.statusCallback) throw new Error('the message came without a status callback')
    const params = statusParams(message, status, errorCode)
    return await callBack({ url: message.statusCallback, authToken, params, route: this.#route })
  }

  /** Delivers an incoming message. @param url as configured for the number or the Messaging Service */
  async receive(
    url: string,
    inbound: Omit<Inbound, 'sid'> & { sid?: string },
    { authToken = this.authToken }: { authToken?: string } = {},
  ): Promise<CallbackAnswer> {
    const params = inboundParams(this.accountSid, { sid: newSid('SM'), ...inbound })
    return await callBack({ url, authToken, params, route: this.#route })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get #route(): RouteCallback {
    return this.#options.route ?? ((url) => ({ url }))
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const path = `/2010-04-01/Accounts/${this.accountSid}/Messages.json`
    if (req.method !== 'POST' || req.url !== path) {
      return refuse(res, { status: 404, code: 20_404, message: 'The requested resource was not found' })
    }
    if (req.headers.authorization !== this.#basic) {
      return refuse(res, { status: 401, code: 20_003, message: 'Authenticate' })
    }
    this.requests.push(form)
    const fault = this.#options.faultOf ? this.#options.faultOf(form) : this.faults.shift()
    if (typeof fault === 'object') return refuse(res, fault)
    const read = this.#read(form)
    if ('code' in read) return refuse(res, read)
    this.messages.push(read)
    if (fault === 'cut') req.socket.destroy()
    if (!fault) res.writeHead(201, JSON_TYPE).end(JSON.stringify(presentMessage(read)))
    void this.#tellAll(read)
  }

  /** HTTP basic authentication: https://www.twilio.com/docs/usage/requests-to-twilio#credentials */
  get #basic(): string {
    return `Basic ${Buffer.from(`${this.accountSid}:${this.authToken}`).toString('base64')}`
  }

  #read(form: URLSearchParams): TwilioMessage | TwilioError {
    if (!this.optedOut.has(form.get('To') ?? '')) return readMessage(this.accountSid, form)
    return { status: 400, code: 21_610, message: 'Attempt to send to unsubscribed recipient' }
  }

  async #tellAll(message: TwilioMessage): Promise<void> {
    // Twilio, too, gives up if nobody listens.
    for (const status of this.#options.statuses ?? []) await this.tell(message, status).catch(() => undefined)
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

function refuse(res: ServerResponse, error: TwilioError & { readonly retryAfter?: number }): void {
  const { status, code, message, retryAfter } = error
  const headers = { ...JSON_TYPE, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) }
  const more_info = `https://www.twilio.com/docs/errors/${code}`
  res.writeHead(status, headers).end(JSON.stringify({ code, message, more_info, status }))
}

export const startFakeTwilio = (options: Options = {}): Promise<FakeTwilio> => new FakeTwilio(options).start()
