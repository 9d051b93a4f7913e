import type { RequestHandler, Response } from 'express'
import { backendError, tooMany, unavailable } from './google-error.ts'

/**
 * The kind of fault that hits a request:
 *
 * - an error as https://developers.google.com/workspace/calendar/api/guides/errors has it; nothing is done
 * - `cutBefore`: the connection is closed, nothing is done
 * - `cutAfter`: the request is done, and the connection is closed instead of an answer
 * - `cutWithin`: the request is done, and the connection is closed in the middle of the answer
 * - `changed`: the request is done, and `change` returns what is answered instead
 * - `heldAfter`: the request is done, and answered after `meanwhile`
 * - `silence`: nothing is done and nothing answered
 * - `silenceAfter`: the request is done and not answered
 * - `slow`: the request is done after `delayMs`
 * - `held`: the request is done once `until` says so
 * - `answer`: nothing is done, and something that is not Google answers
 */
export type FaultKind =
  | keyof typeof errors
  | 'cutBefore'
  | 'cutAfter'
  | 'cutWithin'
  | 'changed'
  | 'heldAfter'
  | 'silence'
  | 'silenceAfter'
  | 'slow'
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
  /** Milliseconds, for `slow`. */
  readonly delayMs?: number
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

const errors = {
  userRateLimitExceeded: tooMany.userRateLimitExceeded,
  rateLimitExceeded: tooMany.rateLimitExceeded,
  tooManyRequests: tooMany.tooManyRequests,
  backendError,
  unavailable,
} as const

/** Active faults, each until it has hit its number of requests. */
export class Faults {
  #faults: { readonly fault: Fault; left: number }[] = []

  add(fault: Fault): void {
    this.#faults.push({ fault, left: fault.times ?? 1 })
  }

  clear(): void {
    this.#faults = []
  }

  /** The first matching fault; counts as a hit. */
  take(method: string, path: string, query = ''): Fault | undefined {
    const found = this.#faults.find(
      ({ fault, left }) =>
        left > 0 &&
        (fault.method ?? method) === method &&
        (fault.path?.test(path) ?? true) &&
        (fault.query?.test(query) ?? true),
    )
    if (found) found.left -= 1
    return found?.fault
  }

  /** Applies the active faults to requests. */
  get middleware(): RequestHandler {
    return (req, res, next) => {
      const fault = this.take(req.method, req.path, req.originalUrl.split('?')[1])
      if (!fault) return next()
      const { kind } = fault
      if (kind === 'silence') return
      if (kind === 'cutBefore') return void req.socket.destroy()
      if (kind === 'slow') return void setTimeout(next, fault.delayMs ?? 1_000).unref()
      if (kind === 'held') return void fault.until?.then(() => next())
      if (kind === 'answer') return void res.status(fault.answer?.status ?? 502).send(fault.answer?.body)
      if (kind === 'cutAfter' || kind === 'silenceAfter') {
        res.end = () => {
          if (kind === 'cutAfter') req.socket.destroy()
          return res
        }
        return next()
      }
      if (kind === 'cutWithin' || kind === 'changed' || kind === 'heldAfter') {
        spoil[kind](res, fault)
        return next()
      }
      throw errors[kind](fault.retryAfter)
    }
  }
}

/** How a response is spoilt after the request was done. */
const spoil = {
  cutWithin(res: Response) {
    res.end = (body?: unknown) => {
      const sent = Buffer.from(typeof body === 'string' || Buffer.isBuffer(body) ? body : '')
      res.write(sent.subarray(0, sent.length / 2), () => res.socket?.destroy())
      return res
    }
  },
  changed(res: Response, { change }: Fault) {
    const send = res.json.bind(res)
    res.json = (body) => {
      if (res.statusCode >= 400) return send(body)
      const changed = change?.(body)
      return typeof changed === 'string' ? res.type('json').send(changed) : send(changed)
    }
  },
  heldAfter(res: Response, { meanwhile }: Fault) {
    const end = res.end.bind(res)
    res.end = (body?: unknown) => {
      void meanwhile?.().then(() => end(body))
      return res
    }
  },
} as const
