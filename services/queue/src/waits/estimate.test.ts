import { MINUTE_MS } from '@usher/service-kit/durations'
import { NO_CALIBRATION, recordScore, scoreOf } from './calibration.ts'
import { forecast } from './estimate.ts'
import { NO_PACE, type Pace } from './pace.ts'
import { partyBucket } from './party-bucket.ts'
import { countTaken, freePlace, takePlace } from './places.ts'
import { recordLeft, recordStart } from './record.ts'
import { situation } from './testing/situation.ts'

const nobody = [0, 0, 0, 0]

/** One lane that takes a party of a size every so many minutes, always with others waiting. */
function steadyPace(
  sizes: readonly number[],
  minutesOf: (size: number) => number,
): { pace: Pace; now: number } {
  let pace = NO_PACE
  let now = 0
  for (const size of sizes) {
    const common = {
      at: now,
      passed: nobody,
      hour: 0,
      waited: 5,
      line: [3, 0, 0, 0],
      lanes: 1,
      serviceMinutes: 10,
    }
    pace = recordStart(pace, { ...common, bucket: partyBucket(size), score: null })
    now += minutesOf(size) * MINUTE_MS
  }
  return { pace, now }
}

/** The places of a queue in which parties were called at these minutes, in turn. */
const calledAt = (...minutes: number[]): Pace =>
  minutes.reduce<Pace>(
    (pace, minute, n) => takePlace(pace, { guest: `g${n}`, at: minute * MINUTE_MS, bucket: 0 }, 9),
    NO_PACE,
  )

describe('a queue without history', () => {
  const quotes = (pace: Pace, now: number, lanes: number) => {
    const { quote } = forecast(pace, { ...situation, now, lanes })
    return [0, 1, 2, 3, 4, 5, 6].map((ahead) => quote({ ahead: [ahead, 0, 0, 0], waited: 0 }).low)
  }

  test('quotes no wait to as many guests as places are free, and the set service time to the next', () => {
    expect(quotes(NO_PACE, 0, 3)).toEqual([0, 0, 0, 10, 10, 10, 20])
  })

  test('quotes the time until the first taken place becomes free', () => {
    const taken = calledAt(0, 4)
    expect(quotes(taken, 6 * MINUTE_MS, 3)).toEqual([0, 4, 8, 10, 14, 18, 20])
    expect(quotes(taken, 12 * MINUTE_MS, 3)).toEqual([0, 0, 2, 10, 10, 12, 20])
  })

  test('counts the place of a called party that left as free', () => {
    const left = freePlace(calledAt(0, 4), 'g1')
    expect(quotes(left, 6 * MINUTE_MS, 2).slice(0, 3)).toEqual([0, 4, 10])
    const back = takePlace(left, { guest: 'g1', at: 4 * MINUTE_MS, bucket: 0 }, 2)
    expect(quotes(back, 6 * MINUTE_MS, 2)).toEqual(quotes(calledAt(0, 4), 6 * MINUTE_MS, 2))
  })

  test('quotes whole minutes when every guest so far was called at once, as quoted', () => {
    let pace = NO_PACE
    for (let minute = 0; minute < 12; minute += 1) {
      const { quote } = forecast(pace, { ...situation, now: minute * MINUTE_MS, lanes: 20 })
      const score = scoreOf(quote({ ahead: nobody, waited: 0 }), 0)
      const start = {
        at: minute * MINUTE_MS,
        hour: 0,
        bucket: 0,
        passed: nobody,
        waited: 0,
        line: [0, 0, 0, 0],
        lanes: 20,
      }
      pace = recordStart(pace, { ...start, serviceMinutes: 45, score })
    }
    const { quote } = forecast(pace, { ...situation, now: 13 * MINUTE_MS, lanes: 12, serviceMinutes: 45 })
    const { low, high } = quote({ ahead: [3, 0, 0, 0], waited: 0 })
    expect([Number.isInteger(low), Number.isInteger(high)]).toEqual([true, true])
  })

  test('frees no place for the first party to leave when more were called than places exist', () => {
    expect(quotes(calledAt(0, 2, 4), 6 * MINUTE_MS, 2).slice(0, 3)).toEqual([6, 8, 16])
  })
})

describe('a queue with history', () => {
  test('doubles waits when parties took twice as long as the setting', () => {
    const { pace, now } = steadyPace(Array(100).fill(2), () => 20)
    const { low } = forecast(pace, { ...situation, now }).quote({ ahead: [5, 0, 0, 0], waited: 0 })
    expect(low).toBeGreaterThanOrEqual(100)
    expect(low).toBeLessThanOrEqual(125)
  })

  test('quotes more behind five large parties than behind five couples when large parties take longer', () => {
    const sizes = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 8 : 2))
    const { pace, now } = steadyPace(sizes, (size) => size * 4)
    const { quote } = forecast(pace, { ...situation, now })
    const couples = quote({ ahead: [5, 0, 0, 0], waited: 0 }).low
    const groups = quote({ ahead: [0, 0, 0, 5], waited: 0 }).low
    expect(groups / couples).toBeGreaterThan(3)
  })

  test('quotes longer waits than usual after a slow hour', () => {
    const usual = steadyPace(Array(100).fill(2), () => 10)
    const slow = steadyPace(Array(106).fill(2), () => 10)
    let { pace, now } = slow
    for (let i = 0; i < 5; i += 1) {
      now += 18 * MINUTE_MS
      pace = recordStart(pace, {
        at: now,
        hour: 0,
        bucket: 0,
        passed: nobody,
        waited: 5,
        line: [3, 0, 0, 0],
        lanes: 1,
        serviceMinutes: 10,
        score: null,
      })
    }
    const place = { ahead: [5, 0, 0, 0], waited: 0 }
    const before = forecast(usual.pace, { ...situation, now: usual.now }).quote(place)
    expect(forecast(pace, { ...situation, now }).quote(place).low).toBeGreaterThan(before.low)
  })

  test('shortens the wait in a long line when every second guest leaves', () => {
    const { pace, now } = steadyPace(Array(100).fill(2), () => 10)
    const place = { ahead: [10, 0, 0, 0], waited: 0 }
    const leaving = Array.from({ length: 100 }).reduce<Pace>(
      (sofar) => recordLeft(sofar, { at: now, waited: 20, line: [3, 0, 0, 0], lanes: 1 }),
      pace,
    )
    const [stay, go] = [pace, leaving].map((one) => forecast(one, { ...situation, now }).quote(place).low)
    expect(go).toBeLessThan(stay as number)
  })

  test('quotes no wait when no lane is taken and the line is empty', () => {
    const { pace, now } = steadyPace(Array(100).fill(2), () => 10)
    const later = { ...situation, now: now + 120 * MINUTE_MS }
    expect(forecast(pace, later).quote({ ahead: nobody, waited: 0 }).low).toBe(0)
  })

  test('quotes no wait to as many guests joining an empty line as lanes are free', () => {
    const { pace, now } = steadyPace(Array(100).fill(2), () => 10)
    const gone = recordLeft(pace, { at: now, waited: 1, line: nobody, lanes: 6 })
    const { quote } = forecast(gone, { ...situation, lanes: 6, now: now + 120 * MINUTE_MS })
    const lows = (firstWaited: number) =>
      [0, 1, 2, 3, 4, 5, 6].map((others) => quote({ ahead: [others, 0, 0, 0], waited: 0, firstWaited }).low)
    expect(lows(0).slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0])
    expect(lows(0)[6]).toBeGreaterThan(0)
    // Nobody called the first in ten minutes, so no lane is free.
    expect(lows(10)[3]).toBeGreaterThan(3)
  })

  test('shortens the wait after 100 minutes without a call in a busy line, but not after a long break', () => {
    const { pace, now } = steadyPace(Array(100).fill(2), () => 10)
    const place = { ahead: [9, 0, 0, 0], waited: 0 }
    const lowAfter = (minutes: number) =>
      forecast(pace, { ...situation, now: now + (minutes - 10) * MINUTE_MS }).quote(place).low
    expect(lowAfter(40) - lowAfter(20)).toBeGreaterThan(-5)
    expect(lowAfter(100)).toBeLessThan(lowAfter(40) - 20)
    expect(lowAfter(800)).toBeGreaterThan(lowAfter(40) - 5)
  })

  test('does not raise the estimate of a guest who joined an empty line and keeps waiting', () => {
    const { pace, now } = steadyPace(Array(100).fill(2), () => 10)
    const lows = Array.from({ length: 30 }, (_, waited) => {
      const later = { ...situation, lanes: 3, now: now + (12 + waited) * MINUTE_MS }
      return forecast(pace, later).quote({ ahead: nobody, waited }).median
    })
    expect(lows).toEqual([...lows].sort((a, b) => b - a))
  })

  test('hardly changes quotes after a few outcomes longer than quoted', () => {
    const { pace, now } = steadyPace(Array(100).fill(2), () => 10)
    const score = { error: 1, missed: true, nobody_ahead: false, early: -5 }
    const calibration = Array(20).fill(score).reduce(recordScore, NO_CALIBRATION)
    const place = { ahead: [5, 0, 0, 0], waited: 0 }
    const [before, after] = [pace, { ...pace, calibration }].map(
      (one) => forecast(one, { ...situation, now }).quote(place).median,
    )
    expect((after as number) / (before as number)).toBeLessThan(1.2)
  })

  test('shortens waits at once when another lane opens', () => {
    const { pace, now } = steadyPace(Array(100).fill(2), () => 10)
    const place = { ahead: [10, 0, 0, 0], waited: 0 }
    const [one, two] = [1, 2].map((lanes) => forecast(pace, { ...situation, now, lanes }).quote(place).low)
    expect(two).toBeLessThan((one as number) * 0.6)
  })

  test('quotes no wait to as many guests as staff counted free places, and a wait to the others', () => {
    const { pace, now } = steadyPace(Array(100).fill(2), () => 10)
    const lowOf = (free: number, total: number) =>
      forecast(countTaken(pace, 4 - free, now), { ...situation, now, lanes: 4 }).quote({
        ahead: [total, 0, 0, 0],
        waited: 0,
      }).low
    expect([0, 1, 2, 3].map((total) => lowOf(3, total) === 0)).toEqual([true, true, true, false])
    expect([0, 1, 2, 3].map((total) => lowOf(0, total) > 0)).toEqual([true, true, true, true])
  })

  test('ignores a count of free places from 15 minutes ago', () => {
    const { pace, now } = steadyPace(Array(100).fill(2), () => 10)
    const place = { ahead: [5, 0, 0, 0], waited: 0 }
    const later = { ...situation, now: now + 15 * MINUTE_MS, lanes: 4 }
    const stale = countTaken(pace, 0, now)
    expect(forecast(stale, later).quote(place)).toEqual(forecast(pace, later).quote(place))
  })
})
