import { hash } from 'node:crypto'
import { NETWORK_TIMES, type Network, networksOf, ProblemError } from '@usher/service-kit'
import { wholeSeconds } from '@usher/service-kit/durations'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { KnownCaller } from '../credentials/known-caller.ts'
import type { CreateLimiter } from './limiters.ts'
import { type Allowance, FAILED_REQUESTS, GUESSES } from './plans.ts'
import { type Count, consume } from './quota.ts'

const MAX_ADDRESSES = 10_000
const MAX_CREDENTIALS = 50_000
/** How long a credential is remembered as having been valid, in ms. */
const REMEMBERED_MS = 24 * 3_600_000

const TIME = { perf: { now: () => Date.now() }, ttlResolution: 0 }

/**
 * Stops guessing of credentials (OWASP API2:2023) without harm to others at the same address. An address with too
 * many requests without a valid credential gets 429 for further such requests, while valid ones are served. If it
 * goes on to try many credentials it is blocked: until the window ends only recently valid credentials are checked,
 * so that a guess does not reveal whether it was right.
 */
export class BruteForceGuard {
  readonly #countFailure: CountByNetwork
  readonly #countGuess: CountByNetwork
  /** Blocked addresses, and until when in ms since 1970. */
  readonly #stopped = new LRUCache<string, number>({ max: MAX_ADDRESSES, ttl: 1, ...TIME })
  readonly #proven = new LRUCache<string, true>({ max: MAX_CREDENTIALS, ttl: REMEMBERED_MS, ...TIME })

  constructor(create: CreateLimiter) {
    this.#countFailure = countByNetwork(create, 'failures', FAILED_REQUESTS)
    this.#countGuess = countByNetwork(create, 'guesses', GUESSES)
  }

  /**
   * Identifies the sender of a request.
   *
   * @param authenticate does so, at once or by a promise
   * @throws ProblemError `rate_limited`, or what `authenticate` throws (both also as a rejection)
   */
  identify(
    req: Request,
    authenticate: () => KnownCaller | Promise<KnownCaller>,
  ): KnownCaller | Promise<KnownCaller> {
    const leftMs = this.#stopped.size === 0 ? 0 : this.#stoppedForMs(req.ip ?? '')
    if (leftMs > 0 && !this.#proven.has(fingerprint(req))) throw tooManyFailures(leftMs)
    try {
      const found = authenticate()
      return found instanceof Promise ? this.#wait(req, found) : found
    } catch (error) {
      return this.#fail(req, error, false)
    }
  }

  #stoppedForMs(address: string): number {
    const until = networksOf(address).map(({ prefix }) => this.#stopped.get(prefix) ?? 0)
    return Math.max(0, Math.max(...until) - Date.now())
  }

  async #wait(req: Request, found: Promise<KnownCaller>): Promise<KnownCaller> {
    try {
      const caller = await found
      this.#proven.set(fingerprint(req), true)
      return caller
    } catch (error) {
      return await this.#fail(req, error, true)
    }
  }

  /** @param isGuess whether the request had a credential that could have been right */
  async #fail(req: Request, error: unknown, isGuess: boolean): Promise<never> {
    if (!(error instanceof ProblemError) || error.code !== 'unauthorized') throw error
    this.#proven.delete(fingerprint(req))
    const networks = networksOf(req.ip ?? '')
    if (isGuess) {
      for (const network of networks) {
        const { remaining, leftMs } = await this.#countGuess(network)
        const ttl = Math.max(1, leftMs)
        if (remaining === 0) this.#stopped.set(network.prefix, Date.now() + ttl, { ttl })
      }
    }
    for (const network of networks) {
      const { isAccepted, leftMs } = await this.#countFailure(network)
      if (!isAccepted) throw tooManyFailures(leftMs)
    }
    throw error
  }
}

type CountByNetwork = (network: Network) => Promise<Count>

/** Counts an address and the networks it is in, which get as many times its allowance. */
function countByNetwork(
  create: CreateLimiter,
  name: string,
  { requests, seconds }: Allowance,
): CountByNetwork {
  const limiters = new Map(
    NETWORK_TIMES.map((times) => [
      times,
      create(times === 1 ? name : `${name}:${times}`, { requests: requests * times, seconds }),
    ]),
  )
  return ({ prefix, times }) => consume(limiters.get(times) as RateLimiterAbstract, prefix)
}

/** Identifies the credential of a request without storing it. */
const fingerprint = ({ headers }: Request): string =>
  hash('sha256', headers.authorization ?? headers.cookie ?? '')

const tooManyFailures = (ms: number) =>
  new ProblemError('rate_limited', 'Too many requests without a valid credential came from your address.', {
    retryAfterSeconds: wholeSeconds(ms),
  })
