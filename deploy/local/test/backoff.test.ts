import { defaultBackoff, nextDelay } from '../src/backoff.ts'

describe('the wait before a restart', () => {
  test('given one end after the other, when it is computed, then it doubles from 0.2 s to 5 s', () => {
    const waits: number[] = []
    for (let i = 0; i < 7; i += 1) waits.push(nextDelay(defaultBackoff, waits.at(-1), 100))
    expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000])
  })

  test('given a life of 30 s, when it ends, then the wait starts over', () => {
    expect(nextDelay(defaultBackoff, 5_000, 29_999)).toBe(5_000)
    expect(nextDelay(defaultBackoff, 5_000, 30_000)).toBe(200)
  })
})
