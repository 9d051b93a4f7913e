import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { forecast } from './estimate.ts'
import { NO_PACE, type Pace } from './pace.ts'
import { countTaken, takePlace } from './places.ts'
import { recordLeft, recordStart } from './record.ts'

interface Venue {
  readonly lanes?: number
  readonly serviceMinutes?: number
}

/** A pace after a party was taken at each of these minutes, always with others waiting. */
const taken = (
  minutes: readonly number[],
  { lanes = 1, serviceMinutes = 10 }: Venue = {},
  before = NO_PACE,
): Pace =>
  minutes.reduce(
    (pace, minute) =>
      recordStart(pace, {
        ...{
          at: minute * MINUTE_MS,
          hour: 0,
          bucket: 0,
          waited: 5,
          line: [9, 0, 0, 0],
          passed: [0, 0, 0, 0],
        },
        ...{ lanes, serviceMinutes, score: null },
      }),
    before,
  )

const every = (interval: number, count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, i) => from + i * interval)

/** The median for a guest who joins a line that has waited for half an hour. */
function medianOf(
  pace: Pace,
  minute: number,
  ahead: number,
  { lanes = 1, serviceMinutes = 10 }: Venue = {},
  firstWaited = 30,
) {
  const situation = { now: minute * MINUTE_MS, hour: 0, minute: 0, lanes, serviceMinutes, closesIn: Infinity }
  return forecast(pace, situation).quote({ ahead: [ahead, 0, 0, 0], waited: 0, firstWaited, bucket: 0 })
    .median
}

describe('a line called every three seconds whose service time is set to twenty minutes', () => {
  test('quotes by the real pace of calls, not by the set service time', () => {
    const venue = { lanes: 100, serviceMinutes: 20 }
    const pace = taken(every(1 / 20, 3_000), venue)
    expect(medianOf(pace, 150, 400, venue)).toBeGreaterThan(15)
    expect(medianOf(pace, 150, 400, venue)).toBeLessThan(25)
  })
})

describe('a busy line of thirty lanes', () => {
  test('computes 100 quotes in two seconds of processor time when 100,000 guests have just joined', () => {
    const venue = { lanes: 30 }
    const pace = taken(every(1 / 3, 300), venue)
    // Processor time hardly depends on how busy the machine is.
    const before = process.cpuUsage()
    for (let i = 0; i < 100; i += 1) medianOf(pace, 100, 100_000 + i, venue, 0)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000)
  })
})

describe('a new queue whose first guests were called at once', () => {
  test('does not expect the line to leave because one guest was removed at once', () => {
    const seat = { hour: 0, bucket: 0, passed: [0, 0, 0, 0], serviceMinutes: 10, score: null }
    const at = (minute: number) => ({ at: minute * MINUTE_MS, waited: 0.01, line: [0, 0, 0, 0], lanes: 1 })
    const called = every(10, 12).reduce(
      (pace, minute) => recordStart(pace, { ...seat, ...at(minute) }),
      NO_PACE,
    )
    const left = recordLeft(called, at(111))
    expect(medianOf(left, 112, 5)).toBeGreaterThan(0.6 * medianOf(called, 112, 5))
  })
})

describe('a queue whose service time setting is almost zero', () => {
  test('quotes finite waits when parties are taken at the same moment or hours apart', () => {
    const venue = { serviceMinutes: 1e-200 }
    const pace = taken([...every(0, 12), ...every(100, 12, 100)], venue)
    expect(medianOf(pace, 1_300, 9, venue)).toBeGreaterThanOrEqual(0)
    expect(Object.values(pace.today ?? {}).every(Number.isFinite)).toBe(true)
  })
})

describe('a clock that was a year ahead and is set back', () => {
  const ahead = 365 * 24 * 60
  const ordinary = every(10, 30)

  test('quotes nearly the same waits as without the wrong clock when parties are taken as before', () => {
    const pace = taken(ordinary, {}, taken([ahead, ahead + 60]))
    const [wrong, right] = [pace, taken(ordinary)].map((one) => medianOf(one, 300, 9))
    expect(wrong).toBeGreaterThan(0.7 * Number(right))
    expect(wrong).toBeLessThan(1.4 * Number(right))
  })

  test('learns each start once and keeps only the recent ones after a clock is set back', () => {
    const { starts, work } = taken(ordinary, {}, taken([ahead]))
    const late = starts.map(({ at }) => at / MINUTE_MS).filter((minute) => minute < ahead)
    expect(late).toEqual(ordinary.filter((minute) => minute >= 290 - 90))
    expect(Math.round(work.seen)).toBe(ordinary.length - late.length)
  })

  test('frees places that were called or counted while the clock was ahead', () => {
    const at = ahead * MINUTE_MS
    const counted = countTaken(takePlace(taken(ordinary), { guest: 'g', at, bucket: 0 }, 1), 1, at)
    expect(medianOf(counted, 300, 9)).toBeLessThan(1.4 * medianOf(taken(ordinary), 300, 9))
    const venue = {
      now: 300 * MINUTE_MS,
      hour: 0,
      minute: 0,
      lanes: 1,
      serviceMinutes: 10,
      closesIn: Infinity,
    }
    const called = takePlace(NO_PACE, { guest: 'g', at: venue.now + 24 * HOUR_MS, bucket: 0 }, 1)
    expect(forecast(called, venue).quote({ ahead: [0, 0, 0, 0], waited: 0 }).low).toBe(10)
  })
})
