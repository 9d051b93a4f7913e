import { MINUTE_MS } from '@usher/service-kit/durations'
import { busyLane, chanceWithin, serviceAt } from './service-time.ts'
import { at, NOW, service } from './testing/line.ts'

const minutesLeft = (started: number, took = service(10, 20)) => {
  const { p50, p90 } = busyLane(at(started), took, NOW)
  return { p50: (p50 - NOW) / MINUTE_MS, p90: (p90 - NOW) / MINUTE_MS }
}

describe('a busy lane', () => {
  test('has the full service time left when the service has just begun', () => {
    const { p50, p90 } = minutesLeft(0)
    expect(p50).toBeCloseTo(10, 1)
    expect(p90).toBeCloseTo(20, 1)
  })

  test('a service past its median time is not expected to end at once', () => {
    expect(minutesLeft(-5).p50).toBeLessThan(7)
    expect(minutesLeft(-12).p50).toBeGreaterThan(3)
    expect(minutesLeft(-60).p50).toBeGreaterThan(minutesLeft(-12).p50)
  })

  test('a service of fixed length that overruns is expected to end at any moment', () => {
    expect(minutesLeft(-15, service(10)).p50).toBeLessThan(0.01)
  })
})

describe('a service time', () => {
  test.each([
    [10, 0.5],
    [20, 0.9],
    [0, 0],
  ])('ends within %d minutes with probability %d', (minutes, chance) => {
    expect(chanceWithin(minutes * MINUTE_MS, service(10, 20))).toBeCloseTo(chance, 5)
  })

  test('a service time without variation ends exactly at its median', () => {
    expect(chanceWithin(9 * MINUTE_MS, service(10))).toBe(0)
    expect(chanceWithin(10 * MINUTE_MS, service(10))).toBe(1)
    expect(serviceAt(2, service(10))).toBe(10 * MINUTE_MS)
  })
})
