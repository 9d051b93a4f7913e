import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import {
  type Entry,
  type FairRules,
  type LineNow,
  predictLine,
} from '../../../../services/queue/src/fair-line/index.ts'
import { median } from '../../measure/statistics.ts'
import { createRandom } from '../wait-estimates/random.ts'

const ENTRIES = 100
const LANES = 10
const RUNS = 300

const RULES: FairRules = {
  mode: 'merge',
  earlyMs: 15 * MINUTE_MS,
  lateMs: 10 * MINUTE_MS,
  toleranceMs: 5 * MINUTE_MS,
  walkInShare: 0.3,
}

/** Median time, in µs, to predict the starts of a hundred entries on ten busy lanes. */
export function predictMicroseconds(): number {
  const line = fullLine()
  const times = Array.from({ length: RUNS }, () => {
    const from = performance.now()
    predictLine(line, RULES)
    return (performance.now() - from) * 1000
  })
  return median(times.slice(RUNS / 3))
}

/** Every third has a booking within the next two hours, half of them are not there yet. */
function fullLine(): LineNow {
  const random = createRandom(1)
  const now = Date.UTC(2026, 10, 26, 9)
  const entries = Array.from({ length: ENTRIES }, (_, i): Entry => {
    const isBooking = i % 3 === 0
    const isThere = !isBooking || i % 2 === 0
    return {
      id: `g${i}`,
      arrivedAt: isThere ? now - (ENTRIES - i) * MINUTE_MS : null,
      bookedAt: isBooking ? now + random.uniform() * 2 * HOUR_MS : null,
      rank: isThere ? i : Number.POSITIVE_INFINITY,
      service: { p50: 10 * MINUTE_MS, p90: 18 * MINUTE_MS },
      showRate: isThere ? 1 : 0.9,
    }
  })
  const lanes = Array.from({ length: LANES }, (_, i) => ({
    p50: now + (i + 1) * MINUTE_MS,
    p90: now + (i + 1) * 3 * MINUTE_MS,
  }))
  return { now, entries, lanes, recentStarts: [], isStale: false }
}
