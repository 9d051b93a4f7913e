import { MINUTE_MS } from '@usher/service-kit/durations'
import {
  boundedMinutes,
  type Estimate,
  enteredLate,
  type Forecast,
  fitCorrection,
  forecast,
  lastChange,
  NO_PACE,
  OUTCOMES_KEPT,
  type Outcome,
  PARTY_BUCKETS,
  type Pace,
  partyBucket,
  recordLeft,
  recordStart,
  scoreOf,
  withCorrection,
} from '../../../../services/queue/src/waits/index.ts'
import { freePlace, takePlace } from '../../../../services/queue/src/waits/places.ts'
import type { Guest, Method, Moment } from './method.ts'

const DAY_MINUTES = 24 * 60
const LEARNING_DAYS = 28

interface Quoted extends Estimate {
  readonly closesIn: number
}

/** The queue service's estimator, fed the way the service feeds it. */
export function usherMethod(): Method {
  let pace: Pace = NO_PACE
  let outcomes: (Outcome & { readonly at: number })[] = []
  const quotes = new WeakMap<Guest, Quoted>()
  /** Guests whom somebody behind was let in ahead of. */
  const passed = new WeakSet<Guest>()
  const prepared = createForecasts()
  const estimateFor = (guest: Guest, moment: Moment): Estimate => {
    const known = Math.max(guest.joined, Math.min(moment.now, lastChange(pace) / MINUTE_MS))
    const [first] = moment.line
    return prepared(pace, moment, known).quote(
      {
        ahead: bucketCounts(moment.line),
        waited: moment.now - guest.joined,
        bucket: partyBucket(guest.size),
        quoted: quotes.get(guest)?.low,
        wasPassed: passed.has(guest),
        firstWaited: moment.now - (first ?? guest).joined,
      },
      moment.now * MINUTE_MS,
    )
  }
  const learnIfDue = (now: number) => {
    if (pace.learn_at === undefined || pace.learn_at > now * MINUTE_MS) return
    outcomes = outcomes.filter(({ at }) => at > now - LEARNING_DAYS * DAY_MINUTES)
    pace = withCorrection(pace, fitCorrection(spread(outcomes)))
  }
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
      learnIfDue(moment.now)
      const estimate = estimateFor(guest, moment)
      quotes.set(guest, { ...estimate, closesIn: moment.closesIn })
      return { quoted: estimate.low, high: estimate.high }
    },
    requote(guest, moment) {
      const { low, high } = estimateFor(guest, moment)
      return { quoted: low, high }
    },
    started(guest, moment, ahead) {
      for (const one of moment.line.slice(0, ahead)) passed.add(one)
      const quote = quotes.get(guest)
      const actual = moment.now - guest.joined
      const departure = common(guest, moment)
      const learnt = Math.max(0, actual - enteredLate(pace.batches, moment.now * MINUTE_MS))
      if (quote && !departure.leftOver) {
        outcomes.push({ ...quote, actual: learnt, at_most: boundedMinutes(quote, Infinity), at: moment.now })
      }
      pace = recordStart(pace, {
        ...departure,
        passed: bucketCounts(moment.line.slice(0, ahead)),
        hour: moment.hour,
        bucket: partyBucket(guest.size),
        serviceMinutes: moment.serviceMinutes,
        score: quote ? scoreOf(quote, learnt) : null,
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

/** One forecast for all who are asked about by the same pace and moment. */
function createForecasts() {
  let latest: { pace: Pace; known: number; lanes: number; forecast: Forecast } | undefined
  return (pace: Pace, moment: Moment, known: number): Forecast => {
    if (latest?.pace === pace && latest.known === known && latest.lanes === moment.lanes)
      return latest.forecast
    const ago = moment.now - known
    const prepared = forecast(pace, {
      now: known * MINUTE_MS,
      hour: (moment.hour + Math.floor(((moment.now % 60) - ago) / 60) + 168) % 168,
      minute: known % 60,
      lanes: moment.lanes,
      serviceMinutes: moment.serviceMinutes,
      closesIn: moment.closesIn + ago,
    })
    latest = { pace, known, lanes: moment.lanes, forecast: prepared }
    return prepared
  }
}

/** As many as are learnt from, over all days alike. */
const spread = <One>(all: readonly One[]): readonly One[] =>
  all.filter(
    (_, i) =>
      Math.floor((i * OUTCOMES_KEPT) / all.length) !== Math.floor(((i - 1) * OUTCOMES_KEPT) / all.length),
  )

/** No two join at the same time. */
const idOf = ({ joined }: Guest): string => String(joined)

function bucketCounts(line: readonly Guest[]): number[] {
  const counts = Array<number>(PARTY_BUCKETS).fill(0)
  for (const { size } of line) counts[partyBucket(size)] = (counts[partyBucket(size)] ?? 0) + 1
  return counts
}
