import { MINUTE_MS } from '@usher/service-kit/durations'
import {
  boundedMinutes,
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
import { freePlace, takePlace } from '../../../../services/queue/src/waits/places.ts'
import type { Guest, Method, Moment } from './method.ts'

type Forecast = ReturnType<typeof forecast>

/** The queue service's estimator, fed the way the service feeds it. */
export function usherMethod(): Method {
  let pace: Pace = NO_PACE
  let latest: { readonly now: number; readonly pace: Pace; readonly prepared: Forecast } | undefined
  /** One forecast for all who are asked about at the same moment. */
  const forecastAt = (moment: Moment): Forecast => {
    if (latest?.now === moment.now && latest.pace === pace) return latest.prepared
    const now = moment.now * MINUTE_MS
    const prepared = forecast(pace, { ...moment, now, minute: moment.now % 60 })
    latest = { now: moment.now, pace, prepared }
    return prepared
  }
  const estimateFor = (guest: Guest, moment: Moment): Estimate =>
    forecastAt(moment).quote({
      ahead: bucketCounts(moment.line),
      waited: moment.now - guest.joined,
      bucket: partyBucket(guest.size),
    })
  const quotes = new WeakMap<Guest, Estimate & { readonly closesIn: number }>()
  const common = (guest: Guest, { now, line, lanes }: Moment) => {
    const quote = quotes.get(guest)
    const waited = now - guest.joined
    return {
      at: now * MINUTE_MS,
      waited: quote ? boundedMinutes(quote, waited) : waited,
      line: bucketCounts(line),
      lanes,
      leftOver: quote !== undefined && waited >= quote.closesIn,
    }
  }
  return {
    name: 'Usher',
    quote(guest, moment) {
      const estimate = estimateFor(guest, moment)
      quotes.set(guest, { ...estimate, closesIn: moment.closesIn })
      return { quoted: estimate.low, high: estimate.high }
    },
    requote(guest, moment) {
      const { low, high } = estimateFor(guest, moment)
      return { quoted: low, high }
    },
    started(guest, moment, ahead) {
      const quote = quotes.get(guest)
      pace = recordStart(pace, {
        ...common(guest, moment),
        passed: bucketCounts(moment.line.slice(0, ahead)),
        hour: moment.hour,
        bucket: partyBucket(guest.size),
        serviceMinutes: moment.serviceMinutes,
        score: quote ? scoreOf(quote, moment.now - guest.joined) : null,
      })
      const place = { guest: idOf(guest), at: moment.now * MINUTE_MS, bucket: partyBucket(guest.size) }
      pace = takePlace(pace, place, moment.lanes)
    },
    absent(guest) {
      pace = freePlace(pace, idOf(guest))
    },
    left(guest, moment) {
      pace = recordLeft(pace, common(guest, moment))
    },
  }
}

/** No two join at the same time. */
const idOf = ({ joined }: Guest): string => String(joined)

function bucketCounts(line: readonly Guest[]): number[] {
  const counts = Array<number>(PARTY_BUCKETS).fill(0)
  for (const { size } of line) counts[partyBucket(size)] = (counts[partyBucket(size)] ?? 0) + 1
  return counts
}
