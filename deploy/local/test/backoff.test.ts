import { defaultBackoff, nextDelay } from '../src/backoff.ts'

describe('the wait before a restart', () => {
  test('doubles with each consecutive end, from 0.2 s up to 5 s', () => {
    const waits: number[] = []
    for (let i = 0; i < 7; i += 1) waits.push(nextDelay(defaultBackoff, waits.at(-1), 100))
    expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000])
  })

  test('starts again at 0.2 s after a process has run for 30 s', () => {
    expect(nextDelay(defaultBackoff, 5_000, 29_999)).toBe(5_000)
    expect(nextDelay(defaultBackoff, 5_000, 30_000)).toBe(200)
  })
})
