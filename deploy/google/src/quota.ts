import type { Clock } from './clock.ts'
import { tooMany } from './google-error.ts'

const WINDOW_MS = 60_000

/** Requests a minute: https://developers.google.com/workspace/calendar/api/guides/quota */
export interface QuotaLimits {
  readonly perUser: number
  readonly perProject: number
}

export const GOOGLE_QUOTA: QuotaLimits = { perUser: 600, perProject: 10_000 }

/** "quotas … calculated per minute … using a sliding window" (same page). */
export class Quota {
  limits: QuotaLimits | undefined
  readonly #clock: Clock
  readonly #requests = new Map<string, number[]>()

  constructor(clock: Clock, limits: QuotaLimits | undefined) {
    this.#clock = clock
    this.limits = limits
  }

  /** @throws GoogleError 403 `userRateLimitExceeded` or `rateLimitExceeded` */
  count(clientId: string, email: string): void {
    if (!this.limits) return
    if (!this.#isWithin(`${clientId} ${email}`, this.limits.perUser)) throw tooMany.userRateLimitExceeded()
    if (!this.#isWithin(clientId, this.limits.perProject)) throw tooMany.rateLimitExceeded()
  }

  #isWithin(key: string, limit: number): boolean {
    const now = this.#clock.now().getTime()
    const recent = (this.#requests.get(key) ?? []).filter((at) => at > now - WINDOW_MS)
    const isWithin = recent.length < limit
    if (isWithin) recent.push(now)
    this.#requests.set(key, recent)
    return isWithin
  }
}
