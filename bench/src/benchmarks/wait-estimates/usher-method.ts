import { MINUTE_MS } from '@usher/service-kit/durations'
import {
  type Estimate,
  forecast,
  NO_PACE,
  PARTY_BUCKETS,
  type Pace,
  partyBucket,
  recordLeft,
  recordStart,
  scoreOf,
} from '../../../../services/queue/src/waits/index.ts'
import type { Guest, Method, Moment } from './method.ts'

/** The queue service's estimator, fed the way the service feeds it. */
export function usherMethod(): Method {
  let pace: Pace = NO_PACE
  const quotes = new WeakMap<Guest, Estimate>()
  const common = ({ joined }: Guest, { now, line, lanes }: Moment) => ({
    at: now * MINUTE_MS,
    waited: now - joined,
    waiting: line.length,
    lanes,
  })
  return {
    name: 'Usher',
    quote(guest, moment) {
      const estimate = forecast(pace, { ...moment, now: moment.now * MINUTE_MS }).quote({
        ahead: bucketCounts(moment.line),
        waited: 0,
      })
      quotes.set(guest, estimate)
      return { quoted: estimate.low, high: estimate.high }
    },
    started(guest, moment) {
      const quote = quotes.get(guest)
      pace = recordStart(pace, {
        ...common(guest, moment),
        hour: moment.hour,
        bucket: partyBucket(guest.size),
        serviceMinutes: moment.serviceMinutes,
        score: quote ? scoreOf(quote, moment.now - guest.joined) : null,
      })
    },
    left(guest, moment) {
      pace = recordLeft(pace, common(guest, moment))
    },
  }
}

function bucketCounts(line: readonly Guest[]): number[] {
  const counts = Array<number>(PARTY_BUCKETS).fill(0)
  for (const { size } of line) counts[partyBucket(size)] = (counts[partyBucket(size)] ?? 0) + 1
  return counts
}
