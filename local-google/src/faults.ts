import type { RequestHandler } from 'express'
import { backendError, tooMany, unavailable } from './google-error.ts'

/**
 * The kind of fault that hits a request:
 *
 * - an error as https://developers.google.com/workspace/calendar/api/guides/errors has it; nothing is done
 * - `cutBefore`: the connection is closed, nothing is done
 * - `cutAfter`: the request is done, and the connection is closed instead of an answer
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
  /** How many requests it hits; 1 by default. */
  readonly times?: number
  /** Milliseconds, for `slow`. */
  readonly delayMs?: number
  /** For `held`. */
  readonly until?: Promise<void>
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
  take(method: string, path: string): Fault | undefined {
    const found = this.#faults.find(
      ({ fault, left }) =>
        left > 0 && (fault.method ?? method) === method && (fault.path?.test(path) ?? true),
    )
    if (found) found.left -= 1
    return found?.fault
  }

  /** Applies the active faults to requests. */
  get middleware(): RequestHandler {
    return (req, res, next) => {
      const fault = this.take(req.method, req.path)
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
      throw errors[kind](fault.retryAfter)
    }
  }
}
