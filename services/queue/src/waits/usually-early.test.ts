import { describe, expect, test } from 'vitest'
import { type Score, scoreOf } from './calibration.ts'
import { NO_PACE, recordStart } from './pace.ts'
import { usuallyEarly } from './usually-early.ts'

const QUOTE = { expected: 10, median: 10, spread: 4, high: 15 }

const scored = (count: number, minutes: number): Score[] => Array(count).fill(scoreOf(QUOTE, minutes))

describe('given the outcomes of quotes', () => {
  test.each([
    [20, 7, 8],
    [19, 7, null],
    [20, 13, 2],
    [20, 13.6, null],
    [20, 24, null],
  ])('when %d guests were called after %d of 15 minutes, then it is %o', (count, minutes, early) => {
    expect(usuallyEarly({ ...NO_PACE, scores: scored(count, minutes) })).toBe(early)
  })

  test('when one guest was forgotten overnight, then it says little of the others', () => {
    const scores = [...scored(39, 7), ...scored(1, 900)]
    expect(usuallyEarly({ ...NO_PACE, scores })).toBe(8)
  })

  test('when outcomes were stored before it was noted, then they do not count', () => {
    const scores = [...scored(19, 7), ...scored(50, 20).map(({ early: _, ...score }) => score)]
    expect(usuallyEarly({ ...NO_PACE, scores })).toBeNull()
  })

  test('when the last outcome belongs to a recent start, then it counts as well', () => {
    const pace = recordStart(
      { ...NO_PACE, scores: scored(19, 7) },
      {
        ...{ at: 0, hour: 0, bucket: 0, waited: 7, line: [0, 0, 0, 0], passed: [0, 0, 0, 0], lanes: 1 },
        ...{ serviceMinutes: 10, score: scoreOf(QUOTE, 7) },
      },
    )
    expect(usuallyEarly(pace)).toBe(8)
  })
})
