import { MINUTE_MS } from '@usher/service-kit/durations'
import { type Batches, batchForecast, enteredLate, recordBatch } from './batches.ts'

/** Rounds every ten minutes, each of which takes so many parties of a line that never ends. */
function rounds(sizes: readonly number[]): { batches: Batches | undefined; at: number } {
  let batches: Batches | undefined
  for (const [round, size] of sizes.entries()) {
    for (let i = 0; i < size; i += 1) batches = recordBatch(batches, round * 10 * MINUTE_MS + i, 5)
  }
  return { batches, at: (sizes.length - 1) * 10 * MINUTE_MS }
}

const alike = rounds([4, 4, 5, 4, 4, 4, 4, 3, 4, 4, 4, 4])
const odd = rounds([4, 1, 6, 2, 3, 7, 2, 5, 1, 4, 6, 3])

describe('parties taken several at once', () => {
  test('forecasts batches for rounds of similar size, and assumes no late entries', () => {
    expect(batchForecast(alike.batches, alike.at)).toBeDefined()
    expect(enteredLate(alike.batches, alike.at)).toBe(0)
  })

  test('assumes entries late by half the time since the last round when round sizes vary', () => {
    expect(batchForecast(odd.batches, odd.at)).toBeUndefined()
    expect(enteredLate(odd.batches, odd.at + 2)).toBeCloseTo(5, 1)
    expect(enteredLate(odd.batches, odd.at + 6 * MINUTE_MS)).toBeCloseTo(3, 1)
  })

  test('assumes entries late by at most one round when the next round is a night away', () => {
    expect(enteredLate(odd.batches, odd.at + 900 * MINUTE_MS)).toBeCloseTo(10, 1)
  })

  test('assumes no late entries when parties are taken one by one', () => {
    const { batches, at } = rounds(Array(12).fill(1))
    expect(enteredLate(batches, at + MINUTE_MS)).toBe(0)
  })
})
