import type { RequestHandler, Response } from 'express'
import { GoogleError } from './google-error.ts'

const REFUSALS = [
  'userRateLimitExceeded',
  'rateLimitExceeded',
  'tooManyRequests',
  'backendError',
  'unavailable',
] as const

/**
 * The kind of fault that hits a request:
 *
 * - an error as https://developers.google.com/workspace/calendar/api/guides/errors has it; nothing is done
 * - `cutBefore`: the connection is closed, nothing is done
 * - `cutAfter`: the request is done, and the connection is closed instead of an answer
 * - `cutWithin`: the request is done, and the connection is closed in the middle of the answer
 * - `changed`: the request is done, and `change` returns what is answered instead
 * - `heldAfter`: the request is done, and answered after `meanwhile`
 * - `held`: the request is done once `until` says so
 * - `answer`: nothing is done, and something that is not Google answers
 */
export type FaultKind =
  | (typeof REFUSALS)[number]
  | 'cutBefore'
  | 'cutAfter'
  | 'cutWithin'
  | 'changed'
  | 'heldAfter'
  | 'held'
  | 'answer'

export interface Fault {
  readonly kind: FaultKind
  /** Only requests of this method. */
  readonly method?: string
  /** Only requests whose path matches. */
  readonly path?: RegExp
  /** Only requests whose query string matches. */
  readonly query?: RegExp
  /** How many requests it hits; 1 by default. */
  readonly times?: number
  /** For `held`. */
  readonly until?: Promise<void>
  /** For `heldAfter`. */
  readonly meanwhile?: () => Promise<void>
  /** For `changed`: gets the body of a success, and returns an object or a text to send as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of all kinds
  readonly change?: (body: any) => unknown
  /** For `answer`: a body that is not a text is sent as JSON. */
  readonly answer?: { readonly status: number; readonly body: unknown }
  /** Seconds, sent as Retry-After with an error. */
  readonly retryAfter?: number
}

/** Active faults, each until it has hit its number of requests. */
export class Faults {
  #faults: { readonly fault: Fault; left: number }[] = []

  add(fault: Fault): void {
    this.#faults.push({ fault, left: fault.times ?? 1 })
  }

  clear(): void {
    this.#faults = []
  }

  /** Applies the first matching fault to a request. */
  readonly middleware: RequestHandler = (req, res, next) => {
    const [, query = ''] = req.originalUrl.split('?')
    const found = this.#faults.find(
      ({ fault, left }) =>
        left > 0 &&
        (fault.method ?? req.method) === req.method &&
        (fault.path?.test(req.path) ?? true) &&
        (fault.query?.test(query) ?? true),
    )
    if (!found) return next()
    found.left -= 1
    const { kind, until, answer, retryAfter } = found.fault
    const refusal = REFUSALS.find((name) => name === kind)
    if (refusal) {
      if (retryAfter !== undefined) res.set('retry-after', String(retryAfter))
      throw new GoogleError(refusal)
    }
    if (kind === 'cutBefore') return void req.socket.destroy()
    if (kind === 'held') return void until?.then(() => next())
    if (kind === 'answer') return void res.status(answer?.status ?? 502).send(answer?.body)
    spoil(res, found.fault)
    next()
  }
}

/** Spoils the response to a request that is done. */
function spoil(res: Response, { kind, change, meanwhile }: Fault): void {
  if (kind === 'changed') {
    const send = res.json.bind(res)
    res.json = (body) => {
      if (res.statusCode >= 400) return send(body)
      const changed = change?.(body)
      return typeof changed === 'string' ? res.type('json').send(changed) : send(changed)
    }
    return
  }
  const end = res.end.bind(res)
  res.end = (body?: unknown) => {
    if (kind === 'cutAfter') res.socket?.destroy()
    if (kind === 'heldAfter') void meanwhile?.().then(() => end(body))
    if (kind === 'cutWithin') {
      const sent = Buffer.from(typeof body === 'string' || Buffer.isBuffer(body) ? body : '')
      res.write(sent.subarray(0, sent.length / 2), () => res.socket?.destroy())
    }
    return res
  }
}

const MAX_REQUESTS = 20_000

export interface LoggedRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** Status of the response; undefined until then, and if the connection was cut. */
  status?: number
  /** In ms of `performance.now()`. */
  readonly startedMs: number
  /** When it was answered or cut, in the same unit; undefined before. */
  endedMs?: number
}

/** The latest requests to the APIs, oldest first. */
export class RequestLog {
  readonly requests: LoggedRequest[] = []

  /** Counts requests by method and path. */
  count(method: string, path: RegExp): number {
    return this.requests.filter((request) => request.method === method && path.test(request.path)).length
  }

  clear(): void {
    this.requests.length = 0
  }

  readonly middleware: RequestHandler = ({ method, path }, res, next) => {
    const entry: LoggedRequest = { method, path, startedMs: performance.now() }
    this.requests.push(entry)
    if (this.requests.length > MAX_REQUESTS) this.requests.shift()
    res.on('finish', () => {
      entry.status = res.statusCode
    })
    res.on('close', () => {
      entry.endedMs = performance.now()
    })
    next()
  }
}
