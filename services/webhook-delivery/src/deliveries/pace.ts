/** Attempts to one endpoint at the same time, at most. */
export const MOST_IN_FLIGHT = 10
/** Deliveries to one endpoint that wait in memory, at most; further ones wait in the database. */
const MOST_WAITING = 1_000
/** Milliseconds that a delivery may be expected to wait in memory: well within its claim. */
const WAIT_MS = 5_000
/** Weight of the newest attempt in the average time of attempts. */
const NEWEST = 0.2
/** Attempts in a row without an answer after which an endpoint counts as down. */
const DOWN_AFTER = 5
/** Milliseconds between probes of an endpoint that is down: doubled each time, up to the longest. */
const FIRST_PROBE_MS = 1_000
const LONGEST_PROBE_MS = 30_000
/** Milliseconds of rest after a 429 without `Retry-After`. */
const THROTTLED_MS = 1_000
/** Longest rest of a whole endpoint that one answer can ask for; its own delivery waits as long as it asks. */
const LONGEST_REST_MS = 5 * 60_000
/** An endpoint is quick when its attempts take less, on average, in ms. */
const QUICK_MS = 100

/** How fast an endpoint is served by this process, in the light of its latest answers. */
export interface Pace {
  /** Attempts at the same time. */
  readonly limit: number
  readonly averageMs: number
  /** Attempts in a row that brought no answer. */
  readonly unanswered: number
  /** Nothing is sent before; in ms since 1970. */
  readonly restsUntil: number
  readonly probeMs: number
}

/** What came of one attempt. */
export interface PaceSign {
  readonly durationMs: number
  /** unmade: the attempt failed here, before anything was sent */
  readonly kind: 'answered' | 'throttled' | 'unanswered' | 'unmade'
  /** What the receiver asked for. */
  readonly retryAfterMs?: number | undefined
}

export const FULL_PACE: Pace = {
  limit: MOST_IN_FLIGHT,
  averageMs: 0,
  unanswered: 0,
  restsUntil: 0,
  probeMs: FIRST_PROBE_MS,
}

/**
 * The pace after an attempt. 429 halves what is sent at a time and rests, each other answer gives one more
 * (additive increase, multiplicative decrease; Chiu and Jain, 1989). An endpoint that does not answer at
 * all is probed by one attempt at a time until it does, and so is one to which no attempt can be made. Answers
 * such as 500 are quick and hold nobody up.
 */
export function paceAfter(pace: Pace, sign: PaceSign, nowMs: number): Pace {
  // The next attempt would fail for the same reason.
  if (sign.kind === 'unmade') return afterSilence({ ...pace, unanswered: DOWN_AFTER }, nowMs)
  const averageMs = pace.averageMs + NEWEST * (sign.durationMs - pace.averageMs)
  if (sign.kind === 'unanswered') return afterSilence({ ...pace, averageMs }, nowMs)
  const answered = { ...pace, averageMs, unanswered: 0, probeMs: FIRST_PROBE_MS }
  if (sign.kind === 'answered') return { ...answered, limit: Math.min(MOST_IN_FLIGHT, pace.limit + 1) }
  const restMs = Math.min(sign.retryAfterMs ?? THROTTLED_MS, LONGEST_REST_MS)
  // What was under way together is told once.
  const limit = isResting(pace, nowMs) ? pace.limit : Math.max(1, Math.floor(pace.limit / 2))
  return { ...answered, limit, restsUntil: Math.max(pace.restsUntil, nowMs + restMs) }
}

function afterSilence(pace: Pace, nowMs: number): Pace {
  const unanswered = pace.unanswered + 1
  if (unanswered < DOWN_AFTER || isResting(pace, nowMs)) return { ...pace, unanswered }
  const probeMs = Math.min(2 * pace.probeMs, LONGEST_PROBE_MS)
  return { ...pace, unanswered, limit: 1, restsUntil: nowMs + pace.probeMs, probeMs }
}

export const isResting = ({ restsUntil }: Pace, nowMs: number): boolean => nowMs < restsUntil

const isDown = ({ unanswered }: Pace): boolean => unanswered >= DOWN_AFTER

/** Whether an answer is to be expected at once. */
export const isQuick = (pace: Pace, nowMs: number): boolean =>
  pace.averageMs < QUICK_MS && pace.unanswered === 0 && !isResting(pace, nowMs)

/** Deliveries that may be in hand: no more than can be expected to have their turn in time. */
export function roomAt(pace: Pace, ratePerSecond: number | null, nowMs: number): number {
  if (isResting(pace, nowMs)) return 0
  if (isDown(pace)) return 1
  const byTime = Math.ceil((WAIT_MS / Math.max(pace.averageMs, 1)) * pace.limit)
  const byRate = Math.ceil(((ratePerSecond ?? Number.POSITIVE_INFINITY) * WAIT_MS) / 1000)
  return Math.min(MOST_WAITING, byTime, byRate)
}
