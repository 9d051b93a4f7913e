import { newId } from '@usher/service-kit'
import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import {
  boundedMinutes,
  fitCorrection,
  forecast,
  MAX_OUTCOMES,
  NO_PACE,
  type Outcome,
  type Pace,
  recordStart,
  scoreOf,
  withCorrection,
} from '../../../../services/queue/src/waits/index.ts'
import type { Circumstances } from '../../../../services/queue/src/waits/line-model.ts'
import { takePlace } from '../../../../services/queue/src/waits/places.ts'
import type { Starting } from '../../../../services/queue/src/waits/record.ts'
import { createRandom, type Random } from '../wait-estimates/random.ts'

/** A thousand who wait, by party bucket. */
export const LINE: readonly number[] = [600, 300, 80, 20]
const NOBODY: readonly number[] = LINE.map(() => 0)

/** So 120 parties, as many as are kept one by one, are taken within the last 90 minutes. */
const MINUTES_BETWEEN = 0.7

/** A week, so that each hour of it was seen. */
const HOURS = 7 * 24

/** One in so many guests has nobody ahead. */
const NOBODY_AHEAD_EACH = 5

/** A Monday at midnight in UTC. */
const MONDAY = Date.UTC(2026, 0, 5)

/** A queue that has been busy all week. */
export interface MatureQueue {
  readonly pace: Pace
  readonly circumstances: Circumstances
  readonly outcomes: readonly Outcome[]
  /** The party that is taken next. */
  readonly next: Starting
}

/** Feeds a pace the way the service does. */
export function matureQueue(servers: number): MatureQueue {
  const random = createRandom(servers)
  const outcomes: Outcome[] = []
  let pace: Pace = NO_PACE
  let now = MONDAY
  const advance = () => {
    now += random.gamma(MINUTES_BETWEEN, 0.6) * MINUTE_MS
  }
  while (now < MONDAY + HOURS * HOUR_MS) {
    advance()
    const ahead = pace.started % NOBODY_AHEAD_EACH === 0 ? NOBODY : LINE
    const quote = forecast(pace, circumstancesAt(now, servers)).quote({ ahead, waited: 0 })
    const actual = quote.median * random.lognormal(1.1, 0.4) + random.uniform()
    outcomes.push({ ...quote, actual: boundedMinutes(quote, actual) })
    pace = recordStart(pace, startAt(now, servers, random, scoreOf(quote, actual)))
    pace = takePlace(pace, { guest: newId('guest'), at: now, bucket: 0 }, servers)
  }
  const recent = outcomes.slice(-MAX_OUTCOMES)
  pace = withCorrection(pace, fitCorrection(recent))
  advance()
  const next = startAt(now, servers, random, pace.starts.at(-1)?.score ?? null)
  return { pace, circumstances: circumstancesAt(now, servers), outcomes: recent, next }
}

const hourAt = (now: number): number => Math.floor((now - MONDAY) / HOUR_MS) % HOURS

const circumstancesAt = (now: number, servers: number): Circumstances => ({
  ...{ now, hour: hourAt(now), minute: ((now - MONDAY) % HOUR_MS) / MINUTE_MS },
  ...{ lanes: servers, serviceMinutes: servers * MINUTES_BETWEEN, closesIn: Number.POSITIVE_INFINITY },
})

function startAt(at: number, servers: number, random: Random, score: Starting['score']): Starting {
  const bucket = Math.floor(4 * random.uniform() ** 2)
  return {
    ...{ at, hour: hourAt(at), bucket, score, line: LINE, passed: NOBODY, lanes: servers },
    ...{ waited: 30, serviceMinutes: servers * MINUTES_BETWEEN, rank: 'a0V4', party_size: 2 * bucket + 1 },
  }
}
