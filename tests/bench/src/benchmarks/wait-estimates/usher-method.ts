import { MINUTE_MS } from '@usher/service-kit/durations'
import {
  boundedMinutes,
  type Estimate,
  enteredLate,
  type Forecast,
  fitCorrection,
  forecast,
  freePlace,
  lastChange,
  MAX_OUTCOMES,
  NO_PACE,
  type Outcome,
  PARTY_BUCKETS,
  type Pace,
  partyBucket,
  recordLeft,
  recordStart,
  scoreOf,
  takePlace,
  withCorrection,
} from '../../../../../services/queue/src/waits/index.ts'
import type { Guest, Method, Moment, Quote } from './method.ts'

const DAY_MINUTES = 24 * 60
const LEARNING_DAYS = 28

interface FirstQuote extends Estimate {
  readonly closesIn: number
}

export const usherMethod = (): Method => new UsherMethod()

/** The queue service's estimator, fed the way the service feeds it. */
class UsherMethod implements Method {
  readonly name = 'Usher'
  #pace: Pace = NO_PACE
  #outcomes: (Outcome & { readonly at: number })[] = []
  readonly #quotes = new WeakMap<Guest, FirstQuote>()
  /** Guests whom a party behind was let in ahead of. */
  readonly #passed = new WeakSet<Guest>()
  /** Shared by all guests who are quoted from the same pace at the same time. */
  #latest:
    | { readonly pace: Pace; readonly asOf: number; readonly lanes: number; readonly forecast: Forecast }
    | undefined

  quote(guest: Guest, moment: Moment): Quote {
    this.#learnIfDue(moment.now)
    const estimate = this.#estimate(guest, moment)
    this.#quotes.set(guest, { ...estimate, closesIn: moment.closesIn })
    return { quoted: estimate.low, high: estimate.high }
  }

  requote(guest: Guest, moment: Moment): Quote {
    const { low, high } = this.#estimate(guest, moment)
    return { quoted: low, high }
  }

  started(guest: Guest, moment: Moment, ahead: number): void {
    const { now, line, lanes, hour, serviceMinutes } = moment
    const passed = line.slice(0, ahead)
    for (const one of passed) this.#passed.add(one)
    const quote = this.#quotes.get(guest)
    const at = now * MINUTE_MS
    const departure = this.#departure(guest, moment)
    const actual = Math.max(0, now - guest.joined - enteredLate(this.#pace.batches, at))
    if (quote && !departure.leftOver) {
      this.#outcomes.push({ ...quote, actual: boundedMinutes(quote, actual), at: now })
    }
    const bucket = partyBucket(guest.size)
    const score = quote ? scoreOf(quote, actual) : null
    const start = { ...departure, passed: bucketCounts(passed), hour, bucket, serviceMinutes, score }
    this.#pace = takePlace(recordStart(this.#pace, start), { guest: idOf(guest), at, bucket }, lanes)
  }

  absent(guest: Guest): void {
    this.#pace = freePlace(this.#pace, idOf(guest))
  }

  left(guest: Guest, moment: Moment): void {
    this.#pace = recordLeft(this.#pace, this.#departure(guest, moment))
  }

  #estimate(guest: Guest, moment: Moment): Estimate {
    const { now, line } = moment
    const asOf = Math.max(guest.joined, Math.min(now, lastChange(this.#pace) / MINUTE_MS))
    const [first] = line
    const place = {
      ahead: bucketCounts(line),
      waited: now - guest.joined,
      bucket: partyBucket(guest.size),
      quoted: this.#quotes.get(guest)?.low,
      wasPassed: this.#passed.has(guest),
      firstWaited: now - (first ?? guest).joined,
    }
    return this.#forecast(moment, asOf).quote(place, now * MINUTE_MS)
  }

  #forecast(moment: Moment, asOf: number): Forecast {
    const { now, lanes, serviceMinutes } = moment
    const pace = this.#pace
    const latest = this.#latest
    if (latest?.pace === pace && latest.asOf === asOf && latest.lanes === lanes) return latest.forecast
    const ago = now - asOf
    const made = forecast(pace, {
      now: asOf * MINUTE_MS,
      hour: (moment.hour + Math.floor(((now % 60) - ago) / 60) + 168) % 168,
      minute: asOf % 60,
      lanes,
      serviceMinutes,
      closesIn: moment.closesIn + ago,
    })
    this.#latest = { pace, asOf, lanes, forecast: made }
    return made
  }

  #learnIfDue(now: number): void {
    const { learn_at } = this.#pace
    if (learn_at === undefined || learn_at > now * MINUTE_MS) return
    this.#outcomes = this.#outcomes.filter(({ at }) => at > now - LEARNING_DAYS * DAY_MINUTES)
    this.#pace = withCorrection(this.#pace, fitCorrection(evenSample(this.#outcomes)))
  }

  #departure(guest: Guest, { now, line, lanes }: Moment) {
    const quote = this.#quotes.get(guest)
    const waited = now - guest.joined
    return {
      at: now * MINUTE_MS,
      waited: quote ? boundedMinutes(quote, waited) : waited,
      line: bucketCounts(line),
      lanes,
      leftOver: quote !== undefined && waited >= quote.closesIn,
    }
  }
}

/** As many as are learnt from, at even distances. */
const evenSample = <One>(all: readonly One[]): readonly One[] =>
  all.filter(
    (_, i) =>
      Math.floor((i * MAX_OUTCOMES) / all.length) !== Math.floor(((i - 1) * MAX_OUTCOMES) / all.length),
  )

/** No two join at the same time. */
const idOf = ({ joined }: Guest): string => String(joined)

function bucketCounts(line: readonly Guest[]): number[] {
  const counts = Array<number>(PARTY_BUCKETS).fill(0)
  for (const { size } of line) counts[partyBucket(size)] = (counts[partyBucket(size)] ?? 0) + 1
  return counts
}
