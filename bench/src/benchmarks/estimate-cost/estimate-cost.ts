import { MINUTE_MS } from '@usher/service-kit/durations'
import { mongo } from 'mongoose'
import { fitCorrection, forecast, recordStart } from '../../../../services/queue/src/waits/index.ts'
import {
  type Benchmark,
  below,
  type Computation,
  type Figure,
  maxMicroseconds,
  type Outcome,
  type Row,
} from '../../bench.ts'
import { median, percentile } from '../../measure/statistics.ts'
import { LINE, type MatureQueue, matureQueue } from './mature-pace.ts'

const SERVERS = [3, 20, 200] as const

const MAX_QUOTE_US = 50
const MAX_FORECAST_US = 200
const MAX_FIT_MS = 100

/** Moments in which somebody is quoted before something happens again: five minutes. */
const MOMENTS = 60
const MOMENT_MS = 5_000

/** Something whose time is taken. */
interface Subject {
  readonly what: string
  readonly servers: number
  /** How often in a round. */
  readonly times: number
  /** Gives a number, which must be finite. */
  run(index: number): number
}

/** Times of a subject in µs, one for each round. */
interface Timed extends Subject {
  readonly p50: number[]
  readonly p99: number[]
  isSound: boolean
}

/** What estimating costs the service, computed in this process alone. */
export const estimateCost: Benchmark = {
  name: 'estimate-cost',
  title: 'Estimates for a guest who is added with 1,000 waiting, and learning, after a busy week',
  compute,
}

function compute({ rounds, log }: Computation): Outcome {
  const queues = SERVERS.map((servers) => ({ servers, ...matureQueue(servers) }))
  const timed: Timed[] = queues
    .flatMap(subjectsOf)
    .map((one) => ({ ...one, p50: [], p99: [], isSound: true }))
  for (const subject of timed) measure(subject)
  for (const subject of timed) {
    subject.p50.length = 0
    subject.p99.length = 0
  }
  for (let round = 1; round <= rounds; round += 1) {
    log(`estimate-cost: round ${round}`)
    for (const subject of round % 2 === 0 ? timed.toReversed() : timed) measure(subject)
  }
  const broken = timed.filter(({ isSound }) => !isSound).map(({ what, servers }) => `${what}, ${servers}`)
  return {
    series: [],
    tables: [
      { title: 'Medians over the rounds, in µs', rows: timed.map(rowOf) },
      { title: 'A pace as it is stored', rows: queues.map(sizeRow) },
    ],
    figures: figuresOf(timed),
    checks: [{ what: 'every result was a number', failures: broken }],
  }
}

const [QUOTE, LATER, FORECAST, TOGETHER, START, FIT] = [
  'quote',
  'quote, first of a moment',
  'forecast + quote',
  'forecast + quote, all joined an empty line',
  'recordStart',
  'fitCorrection',
] as const

function subjectsOf({
  servers,
  pace,
  circumstances,
  outcomes,
  next,
}: MatureQueue & { servers: number }): Subject[] {
  const place = { ahead: LINE, waited: 0, firstWaited: 60 }
  const together = { ahead: LINE, waited: 0, firstWaited: 0.1 }
  const shared = forecast(pace, circumstances)
  const { now } = circumstances
  const quiet = { ...circumstances, now: now + 10 * MINUTE_MS }
  const quoted = (index: number) => shared.quote({ ...place, waited: index % 7 }, now).high
  quoted(0)
  const one = (what: string, times: number, run: Subject['run']) => ({ what, servers, times, run })
  return [
    one(QUOTE, 20_000, quoted),
    one(LATER, 5_000, (index) => shared.quote(place, now + MOMENT_MS * (1 + (index % MOMENTS))).high),
    one(FORECAST, 2_000, () => forecast(pace, circumstances).quote(place).high),
    one(TOGETHER, 2_000, () => forecast(pace, quiet).quote(together).high),
    one(START, 2_000, () => recordStart(pace, next).started),
    one(FIT, 10, () => fitCorrection(outcomes)?.scale ?? Number.NaN),
  ]
}

function measure(subject: Timed): void {
  const times: number[] = []
  for (let index = 0; index < subject.times; index += 1) {
    const before = performance.now()
    const result = subject.run(index)
    times.push((performance.now() - before) * 1_000)
    if (!Number.isFinite(result)) subject.isSound = false
  }
  subject.p50.push(percentile(times, 50))
  subject.p99.push(percentile(times, 99))
}

const rowOf = ({ what, servers, p50, p99 }: Timed): Row => ({
  what,
  servers: String(servers),
  p50: median(p50),
  p99: median(p99),
  'lowest p99': Math.min(...p99),
})

const sizeRow = ({ servers, pace }: MatureQueue & { readonly servers: number }): Row => ({
  servers: String(servers),
  'starts kept': String(pace.starts.length),
  'BSON kB': mongo.BSON.calculateObjectSize(pace) / 1_000,
})

function figuresOf(timed: readonly Timed[]): Figure[] {
  const worst = (what: string) =>
    Math.max(...timed.filter((one) => one.what === what).map(({ p99 }) => median(p99)))
  return [
    maxMicroseconds('p99 of a quote', worst(QUOTE), MAX_QUOTE_US),
    maxMicroseconds('p99 of the first quote of a moment', worst(LATER), MAX_QUOTE_US),
    maxMicroseconds('p99 of forecast + quote', worst(FORECAST), MAX_FORECAST_US),
    below('p99 of learning from 400 outcomes', worst(FIT) / 1_000, MAX_FIT_MS),
  ]
}
