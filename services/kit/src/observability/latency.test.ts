import fc from 'fast-check'
import { addHistogram, bucketOf, type Histogram, MIN_MS, percentiles, RELATIVE_ERROR } from './latency.ts'

const histogramOf = (latencies: readonly number[]): Histogram => {
  const histogram: Histogram = {}
  for (const ms of latencies) addHistogram(histogram, { [bucketOf(ms)]: 1 })
  return histogram
}

const latency = fc.double({ min: 0, max: 86_400_000, noNaN: true })

/** Estimates are rounded to four digits. */
const ROUNDING = 0.0005

describe('percentiles of latencies', () => {
  test('each estimated percentile is within 2 % of the actual one', () => {
    fc.assert(
      fc.property(fc.array(latency, { minLength: 1, maxLength: 200 }), (latencies) => {
        const sorted = latencies.map((ms) => Math.max(ms, MIN_MS)).sort((a, b) => a - b)
        for (const fraction of [0, 0.5, 0.95, 0.99, 1]) {
          const [estimated] = percentiles(histogramOf(latencies), [fraction])
          const actual = sorted[Math.floor(fraction * (sorted.length - 1))] as number
          expect(Math.abs((estimated as number) - actual) / actual).toBeLessThanOrEqual(
            RELATIVE_ERROR + ROUNDING,
          )
        }
      }),
    )
  })

  test('the sum of two histograms equals the histogram of all latencies', () => {
    fc.assert(
      fc.property(fc.array(latency), fc.array(latency), (some, others) => {
        const sum = histogramOf(some)
        addHistogram(sum, histogramOf(others))
        expect(sum).toEqual(histogramOf([...some, ...others]))
      }),
    )
  })

  test('the percentiles of an empty histogram are null', () => {
    expect(percentiles({}, [0.5, 0.99])).toEqual([null, null])
  })
})
