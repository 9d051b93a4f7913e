import { MINUTE_MS } from '@usher/service-kit/durations'
import { busyLane } from './lane.ts'
import { chanceWithin, serviceAt } from './service-time.ts'
import { at, NOW, service } from './testing/line.ts'

const minutesLeft = (started: number, took = service(10, 20)) => {
  const { p50, p90 } = busyLane(at(started), took, NOW)
  return { p50: (p50 - NOW) / MINUTE_MS, p90: (p90 - NOW) / MINUTE_MS }
}

describe('given a lane that serves somebody', () => {
  test('when the service has begun, then all of it is left', () => {
    const { p50, p90 } = minutesLeft(0)
    expect(p50).toBeCloseTo(10, 1)
    expect(p90).toBeCloseTo(20, 1)
  })

  test('when it takes long, then it is not about to end because its median is over', () => {
    expect(minutesLeft(-5).p50).toBeLessThan(7)
    expect(minutesLeft(-12).p50).toBeGreaterThan(3)
    expect(minutesLeft(-60).p50).toBeGreaterThan(minutesLeft(-12).p50)
  })

  test('when services always take the same and this one takes longer, then it may end at any moment', () => {
    expect(minutesLeft(-15, service(10)).p50).toBeLessThan(0.01)
  })
})

describe('given a service time', () => {
  test.each([
    [10, 0.5],
    [20, 0.9],
    [0, 0],
  ])('when %d minutes are asked for, then the probability is %d', (minutes, chance) => {
    expect(chanceWithin(minutes * MINUTE_MS, service(10, 20))).toBeCloseTo(chance, 5)
  })

  test('when it does not vary, then it ends at its time', () => {
    expect(chanceWithin(9 * MINUTE_MS, service(10))).toBe(0)
    expect(chanceWithin(10 * MINUTE_MS, service(10))).toBe(1)
    expect(serviceAt(2, service(10))).toBe(10 * MINUTE_MS)
  })
})
