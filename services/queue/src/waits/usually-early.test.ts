import { NO_CALIBRATION, recordScore, type Score, scoreOf, usuallyEarly } from './calibration.ts'
import { NO_PACE, type Pace } from './pace.ts'
import { recordStart } from './record.ts'

const QUOTE = { median: 10, spread: 4, high: 15, nobody_ahead: false }

const scored = (count: number, minutes: number): Score[] => Array(count).fill(scoreOf(QUOTE, minutes))

const withOutcomes = (scores: readonly Score[]): Pace => ({
  ...NO_PACE,
  calibration: scores.reduce(recordScore, NO_CALIBRATION),
})

describe('outcomes of quotes', () => {
  test.each([
    [20, 7, 8],
    [19, 7, null],
    [20, 13, 2],
    [20, 13.6, null],
    [20, 24, null],
  ])('%d guests called after %d of 15 minutes make usually_early %o', (count, minutes, early) => {
    expect(usuallyEarly(withOutcomes(scored(count, minutes)))).toBe(early)
  })

  test('one guest forgotten overnight does not change usually_early', () => {
    expect(usuallyEarly(withOutcomes([...scored(79, 7), ...scored(1, 900)]))).toBe(8)
  })

  test('usually_early counts the outcome of a recent start as well', () => {
    const pace = recordStart(withOutcomes(scored(19, 7)), {
      ...{ at: 0, hour: 0, bucket: 0, waited: 7, line: [0, 0, 0, 0], passed: [0, 0, 0, 0], lanes: 1 },
      ...{ serviceMinutes: 10, score: scoreOf(QUOTE, 7) },
    })
    expect(usuallyEarly(pace)).toBe(8)
  })
})
