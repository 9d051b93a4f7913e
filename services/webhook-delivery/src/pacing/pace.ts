/** Attempts at the same time that an endpoint may have whatever others do. */
export const SHARE = 10
/** Attempts to one endpoint at the same time, at most: beyond its share on places that nobody else needs. */
export const MOST_IN_FLIGHT = 100
/** Deliveries a second for which an endpoint gets places beyond its share. */
const TARGET_PER_SECOND = 500
/** How many times as long answers may take on borrowed places; where they take longer, the receiver is at its limit. */
const MOST_SLOWER = 1.5
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
/** Milliseconds of rest for which an endpoint that is down gets one attempt. */
const REST_PER_PROBE_MS = 3_000
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
  /** The average when it last had no more than its share. */
  readonly averageInShareMs: number
  /** Attempts in a row that brought no answer. */
  readonly unanswered: number
  /** Nothing is sent before; in ms since 1970. */
  readonly restsUntil: number
  readonly probeMs: number
}

/** What came of one attempt. */
export interface PaceSign {
  readonly durationMs: number
  /** failed: answered with a status of 500 or more; unmade: the attempt failed here, before anything was sent */
  readonly kind: 'answered' | 'failed' | 'throttled' | 'unanswered' | 'unmade'
  /** What the receiver asked for. */
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
 * The pace after an attempt. 429 halves what is sent at a time and rests, each other answer gives one more
 * (additive increase, multiplicative decrease; Chiu and Jain, 1989). An endpoint that does not answer at
 * all is probed by a few attempts at a time until it does, and so is one to which no attempt can be made. Answers
 * such as 500 are quick and hold nobody up.
 *
 * A slow endpoint gets more than its share, until it has {@link TARGET_PER_SECOND} (places = rate × time; J. Little, 1961).
 * It gives back a place with each answer while answers take longer than before (as in TCP Vegas; Brakmo and Peterson, 1995), and
 * all of them at once when it fails.
 *
 * @param isFull whether all its places were taken
 */
export function paceAfter(pace: Pace, sign: PaceSign, nowMs: number, isFull = true): Pace {
  // The next attempt would fail for the same reason.
  if (sign.kind === 'unmade') return afterSilence({ ...pace, unanswered: DOWN_AFTER }, nowMs)
  const averageMs = pace.averageMs + NEWEST * (sign.durationMs - pace.averageMs)
  if (sign.kind === 'unanswered') return afterSilence({ ...pace, averageMs }, nowMs)
  const averageInShareMs = pace.limit > SHARE ? pace.averageInShareMs : averageMs
  // However many probes there were, one that is up again begins with one place.
  const limit = isDown(pace) ? 1 : pace.limit
  const answered = { ...pace, limit, averageMs, averageInShareMs, unanswered: 0, probeMs: FIRST_PROBE_MS }
  if (sign.kind === 'answered') return { ...answered, limit: limitAfterAnswer(answered, isFull) }
  if (sign.kind === 'failed') return { ...answered, limit: Math.min(SHARE, limit + 1) }
  const restMs = Math.min(sign.retryAfterMs ?? THROTTLED_MS, LONGEST_REST_MS)
  // What was under way together is told once.
  const halved = isResting(pace, nowMs) ? limit : Math.max(1, Math.floor(limit / 2))
  return { ...answered, limit: halved, restsUntil: Math.max(pace.restsUntil, nowMs + restMs) }
}

function limitAfterAnswer({ limit, averageMs, averageInShareMs }: Pace, isFull: boolean): number {
  if (limit < SHARE) return limit + 1
  if (averageMs > MOST_SLOWER * averageInShareMs) return Math.max(SHARE, limit - 1)
  if (!isFull) return limit
  const wanted = Math.ceil((TARGET_PER_SECOND * averageMs) / 1000)
  return Math.max(SHARE, Math.min(MOST_IN_FLIGHT, wanted, limit + 1))
}

function afterSilence(pace: Pace, nowMs: number): Pace {
  const unanswered = pace.unanswered + 1
  if (isResting(pace, nowMs)) return { ...pace, unanswered }
  if (unanswered < DOWN_AFTER) return { ...pace, unanswered, limit: Math.min(SHARE, pace.limit) }
  const limit = Math.max(1, Math.floor(pace.probeMs / REST_PER_PROBE_MS))
  const probeMs = Math.min(2 * pace.probeMs, LONGEST_PROBE_MS)
  return { ...pace, unanswered, limit, restsUntil: nowMs + pace.probeMs, probeMs }
}

export const isResting = ({ restsUntil }: Pace, nowMs: number): boolean => nowMs < restsUntil

export const isDown = ({ unanswered }: Pace): boolean => unanswered >= DOWN_AFTER

/** Whether an answer is to be expected at once. */
export const isQuick = (pace: Pace, nowMs: number): boolean =>
  pace.averageMs < QUICK_MS && pace.unanswered === 0 && !isResting(pace, nowMs)

/** Deliveries that may be in hand: no more than can be expected to have their turn in time. */
export function roomAt(pace: Pace, ratePerSecond: number | null, nowMs: number): number {
  if (isResting(pace, nowMs)) return 0
  if (isDown(pace)) return pace.limit
  // What is borrowed may have to be given back at any time; until then the next answers make room for so many.
  const soon = pace.averageMs < WAIT_MS / 2 ? pace.limit : 0
  const inShare = Math.ceil((WAIT_MS / Math.max(pace.averageMs, 1)) * Math.min(pace.limit, SHARE))
  const byTime = Math.max(inShare, soon)
  const byRate = Math.ceil(((ratePerSecond ?? Number.POSITIVE_INFINITY) * WAIT_MS) / 1000)
  return Math.min(MOST_WAITING, byTime, byRate)
}
