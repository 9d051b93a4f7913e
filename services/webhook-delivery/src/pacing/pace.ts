/** Concurrent attempts guaranteed to an endpoint, whatever the load of others. */
export const SHARE = 10
/** Maximum concurrent attempts to one endpoint; those beyond its share use places that nobody else needs. */
export const MAX_IN_FLIGHT = 100
/** An endpoint gets places beyond its share until it reaches this many deliveries per second. */
const TARGET_PER_SECOND = 500
/**
 * Maximum slowdown of responses, as a factor, while using places beyond the share; a slower receiver is at
 * its limit.
 */
const MAX_SLOWDOWN = 1.5
/** Maximum deliveries to one endpoint waiting in memory; the rest wait in the database. */
const MAX_WAITING = 5_000
/** Maximum expected wait of a delivery in memory, in ms: well within its claim. */
const WAIT_MS = 5_000
/** Weight of the newest attempt in the moving average of durations. */
const NEWEST_WEIGHT = 0.2
/** An endpoint counts as down after this many attempts in a row without a response. */
const DOWN_AFTER = 5
/** Interval between probes of an endpoint that is down, in ms: doubled each time, up to the maximum. */
const FIRST_PROBE_MS = 1_000
const MAX_PROBE_MS = 30_000
/** An endpoint that is down gets one attempt per this many ms of pause. */
const REST_PER_PROBE_MS = 3_000
/** Pause after a 429 without `Retry-After`, in ms. */
const THROTTLED_MS = 1_000
/**
 * Maximum pause of a whole endpoint that one response can request, in ms. The delivery itself waits as long
 * as requested.
 */
const MAX_REST_MS = 5 * 60_000
/** An endpoint is quick if its attempts take less than this on average, in ms. */
const QUICK_MS = 100

/** How fast this process serves an endpoint, adapted to its latest responses. */
export interface Pace {
  /** Maximum concurrent attempts. */
  readonly limit: number
  readonly averageMs: number
  /** The average duration when the endpoint last had no more than its share. */
  readonly averageInShareMs: number
  /** Consecutive attempts without a response. */
  readonly unanswered: number
  /** Paused until then, in ms since 1970. */
  readonly restsUntil: number
  readonly probeMs: number
}

/** Outcome of one attempt, as far as the pace depends on it. */
export interface PaceSample {
  readonly durationMs: number
  /**
   * failed: the response had a status of 500 or more; unmade: the attempt failed here, before anything was
   * sent
   */
  readonly kind: 'answered' | 'failed' | 'throttled' | 'unanswered' | 'unmade'
  /** Delay requested by the receiver. */
  readonly retryAfterMs?: number | undefined
}

export const FULL_PACE: Pace = {
  limit: SHARE,
  averageMs: 0,
  averageInShareMs: 0,
  unanswered: 0,
  restsUntil: 0,
  probeMs: FIRST_PROBE_MS,
}

/**
 * The pace after an attempt. A 429 halves the concurrency and pauses the endpoint; any other response adds
 * one place (additive increase, multiplicative decrease; Chiu and Jain, 1989). An endpoint that does not
 * respond, or to which no attempt can be made, is probed by a few attempts at a time until it responds.
 * Responses such as 500 are quick and hold nobody up.
 *
 * A slow endpoint gets places beyond its share until it reaches {@link TARGET_PER_SECOND} (places = rate ×
 * time; J. Little, 1961). It gives one back with each response while responses are slower than before (as in
 * TCP Vegas; Brakmo and Peterson, 1995), and all of them at once when it fails.
 *
 * @param isFull whether all its places were taken
 */
export function paceAfter(pace: Pace, sample: PaceSample, nowMs: number, isFull = true): Pace {
  // The next attempt would fail for the same reason.
  if (sample.kind === 'unmade') return paceWithoutResponse({ ...pace, unanswered: DOWN_AFTER }, nowMs)
  const averageMs = pace.averageMs + NEWEST_WEIGHT * (sample.durationMs - pace.averageMs)
  if (sample.kind === 'unanswered') return paceWithoutResponse({ ...pace, averageMs }, nowMs)
  const averageInShareMs = pace.limit > SHARE ? pace.averageInShareMs : averageMs
  // After an outage, start with one place, however many probes were in flight.
  const limit = isDown(pace) ? 1 : pace.limit
  const answered = { ...pace, limit, averageMs, averageInShareMs, unanswered: 0, probeMs: FIRST_PROBE_MS }
  if (sample.kind === 'answered') return { ...answered, limit: limitAfterAnswer(answered, isFull) }
  if (sample.kind === 'failed') return { ...answered, limit: Math.min(SHARE, limit + 1) }
  const restMs = Math.min(sample.retryAfterMs ?? THROTTLED_MS, MAX_REST_MS)
  // Halve once for attempts that were in flight together.
  const halved = isResting(pace, nowMs) ? limit : Math.max(1, Math.floor(limit / 2))
  return { ...answered, limit: halved, restsUntil: Math.max(pace.restsUntil, nowMs + restMs) }
}

function limitAfterAnswer({ limit, averageMs, averageInShareMs }: Pace, isFull: boolean): number {
  if (limit < SHARE) return limit + 1
  if (averageMs > MAX_SLOWDOWN * averageInShareMs) return Math.max(SHARE, limit - 1)
  if (!isFull) return limit
  const wanted = Math.ceil((TARGET_PER_SECOND * averageMs) / 1000)
  return Math.max(SHARE, Math.min(MAX_IN_FLIGHT, wanted, limit + 1))
}

function paceWithoutResponse(pace: Pace, nowMs: number): Pace {
  const unanswered = pace.unanswered + 1
  if (isResting(pace, nowMs)) return { ...pace, unanswered }
  if (unanswered < DOWN_AFTER) return { ...pace, unanswered, limit: Math.min(SHARE, pace.limit) }
  const limit = Math.max(1, Math.floor(pace.probeMs / REST_PER_PROBE_MS))
  const probeMs = Math.min(2 * pace.probeMs, MAX_PROBE_MS)
  return { ...pace, unanswered, limit, restsUntil: nowMs + pace.probeMs, probeMs }
}

export const isResting = ({ restsUntil }: Pace, nowMs: number): boolean => nowMs < restsUntil

export const isDown = ({ unanswered }: Pace): boolean => unanswered >= DOWN_AFTER

/** Whether a response can be expected at once. */
export const isQuick = (pace: Pace, nowMs: number): boolean =>
  pace.averageMs < QUICK_MS && pace.unanswered === 0 && !isResting(pace, nowMs)

/** Deliveries to accept in memory: no more than are expected to get their turn in time. */
export function roomAt(pace: Pace, ratePerSecond: number | null, nowMs: number): number {
  if (isResting(pace, nowMs)) return 0
  if (isDown(pace)) return pace.limit
  // Places beyond the share may be withdrawn at any time; until then the next responses free that many.
  const soon = pace.averageMs < WAIT_MS / 2 ? pace.limit : 0
  const inShare = Math.ceil((WAIT_MS / Math.max(pace.averageMs, 1)) * Math.min(pace.limit, SHARE))
  const byTime = Math.max(inShare, soon)
  const byRate = Math.ceil(((ratePerSecond ?? Number.POSITIVE_INFINITY) * WAIT_MS) / 1000)
  return Math.min(MAX_WAITING, byTime, byRate)
}
