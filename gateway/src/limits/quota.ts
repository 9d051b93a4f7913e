import { wholeSeconds } from '@usher/service-kit/durations'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { CreateLimiter } from './limiters.ts'
import type { Allowance, Limit } from './plans.ts'

/** State of a client's quota after a request. */
export interface Standing {
  readonly isAccepted: boolean
  /** Whether it is about the burst, as the rate is used up. */
  readonly isBurst: boolean
  /** Name of the policy described below. */
  readonly name: string
  /** Value of `RateLimit-Policy`. */
  readonly policy: string
  /** Requests left in the window. */
  readonly remaining: number
  /** Whole seconds until the window ends. */
  readonly seconds: number
}

/** Of two accepted standings, that of the quota which refuses first. */
export function tighter(one: Standing, other: Standing): Standing {
  if (one.isBurst !== other.isBurst) return one.isBurst ? one : other
  return other.remaining < one.remaining ? other : one
}

export interface Quota {
  /** Takes one request from the holder's allowance, if any is left. */
  take(holder: string): Promise<Standing>
}

/**
 * A quota of a rate and a burst: requests above the rate are taken from the burst, and refused only when that is used
 * up too. Does what BurstyRateLimiter of rate-limiter-flexible does, which does not report how much of the burst is
 * left.
 *
 * @param name name of its policy in the header fields; the burst's has the suffix `-burst`
 */
export function createQuota(name: string, plan: string, limit: Limit, create: CreateLimiter): Quota {
  const rate = counter(name, plan, limit.rate, create)
  const burst = counter(`${name}-burst`, plan, limit.burst, create)
  return {
    async take(holder) {
      const ofRate = await count(rate, holder)
      if (ofRate.isAccepted) return ofRate
      const ofBurst = { ...(await count(burst, holder)), isBurst: true }
      return ofBurst.isAccepted || ofBurst.seconds < ofRate.seconds ? ofBurst : ofRate
    },
  }
}

interface Counter {
  readonly name: string
  readonly policy: string
  readonly limiter: RateLimiterAbstract
}

const counter = (name: string, plan: string, allowance: Allowance, create: CreateLimiter): Counter => ({
  name,
  policy: `"${name}";q=${allowance.requests};w=${allowance.seconds}`,
  limiter: create(`${name}:${plan}`, allowance),
})

async function count({ name, policy, limiter }: Counter, holder: string): Promise<Standing> {
  const { isAccepted, remaining, leftMs } = await consume(limiter, holder)
  return { isAccepted, isBurst: false, name, policy, remaining, seconds: wholeSeconds(leftMs) }
}

/** What a key has left after a request. */
export interface Count {
  readonly isAccepted: boolean
  readonly remaining: number
  /** Until the window ends, in ms. */
  readonly leftMs: number
}

/** Takes one of what a key has left. The library refuses by rejecting with the same facts that it resolves with. */
export async function consume(limiter: RateLimiterAbstract, key: string): Promise<Count> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key)
    return { isAccepted: true, remaining: remainingPoints, leftMs: msBeforeNext }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return { isAccepted: false, remaining: refusal.remainingPoints, leftMs: refusal.msBeforeNext }
  }
}
