import { networksOf, ProblemError } from '@usher/service-kit'
import { wholeSeconds } from '@usher/service-kit/durations'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/**
 * Points for searching one start and for showing one: about 2 and 20 µs of CPU for a customer's request, which gets the
 * whole list each time. Found days are cached, so most visitors pay only for what they see.
 */
export const COST = { search: 10, show: 100 }

/**
 * Points that may be spent per `duration`, in seconds, in one process. A page with 25 providers and a start every 5
 * minutes has 100,000 starts in 14 days, of which 4,000 are shown; most have a few hundred a week. A page has short
 * spans: many addresses that spend a minute's budget at once would slow down other organisations.
 */
const BUDGETS = {
  address: { points: 10_000_000, duration: 60 },
  page: { points: 20_000_000, duration: 20 },
  organization: { points: 200_000_000, duration: 60 },
}

/** An address that spent no more than this is served even if others have used up the budget of the page. */
const LITTLE = 1_000_000

/** Whose budgets pay, by kind. */
export type Payers = Partial<Record<keyof typeof BUDGETS, string>>

/**
 * Schedules searches for free times and limits their cost. A search runs in slices: organisations take turns, and other
 * requests are served between slices.
 */
export class Searches {
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #limiters = new Map(
    Object.entries(BUDGETS).map(([keyPrefix, budget]) => [
      keyPrefix,
      new RateLimiterMemory({ keyPrefix, ...budget }),
    ]),
  )
  #isScheduled = false

  /** Resolves when an organisation may search one slice. */
  async turn(organizationId: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = this.#waiting.get(organizationId)
    if (waiting) waiting.push(resolve)
    else this.#waiting.set(organizationId, [resolve])
    if (!this.#isScheduled) setImmediate(() => this.#next())
    this.#isScheduled = true
    await promise
  }

  /**
   * Counts what a search or an answer costs, before it is made.
   *
   * @throws ProblemError `rate_limited` if one of them has used up its budget
   */
  async spend(cost: number, { address, ...others }: Payers): Promise<void> {
    let hasSpentLittle = address !== undefined
    for (const { prefix, times } of address === undefined ? [] : networksOf(address)) {
      const part = Math.ceil(cost / times)
      const { consumedPoints } = await this.#consume('address', prefix, part)
      hasSpentLittle &&= consumedPoints - part <= LITTLE
    }
    for (const [spender, name] of Object.entries(others)) {
      try {
        await this.#consume(spender, name, cost)
      } catch (error) {
        if (spender !== 'page' || !hasSpentLittle) throw error
      }
    }
  }

  /** @throws ProblemError `rate_limited` */
  async #consume(spender: string, name: string, cost: number): Promise<RateLimiterRes> {
    try {
      return await (this.#limiters.get(spender) as RateLimiterMemory).consume(name, cost)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new ProblemError('rate_limited', 'Too many searches. Try again later.', {
        retryAfterSeconds: wholeSeconds(error.msBeforeNext),
      })
    }
  }

  #next(): void {
    const [next] = this.#waiting
    this.#isScheduled = next !== undefined
    if (!next) return
    const [organizationId, waiting] = next
    const resolve = waiting.shift()
    // Go to the end of the line.
    this.#waiting.delete(organizationId)
    if (waiting.length > 0) this.#waiting.set(organizationId, waiting)
    resolve?.()
    setImmediate(() => this.#next())
  }
}
