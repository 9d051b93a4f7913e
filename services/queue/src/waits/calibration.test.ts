import { NO_CALIBRATION, recordScore, type Score, upperBoundsOf } from './calibration.ts'

const score = (changes: Partial<Score>): Score => ({
  ...{ error: 0, missed: false, nobody_ahead: false, early: 0 },
  ...changes,
})

/** Errors of 0.1, 0.2 and so on up to ten, again and again. */
const scores = (count: number, changes: Partial<Score> = {}) =>
  Array.from({ length: count }, (_, i) =>
    score({ error: ((i % 100) + 1) / 10, missed: i % 100 >= 90, ...changes }),
  )

describe('scores of quotes', () => {
  test('uses the bound of a normal distribution without any scores', () => {
    expect(upperBoundsOf(NO_CALIBRATION, [])).toEqual({ first: 1.2816, behind: 1.2816 })
  })

  test('puts the bound near the spread that nine of ten scores stay within', () => {
    const { behind } = upperBoundsOf(NO_CALIBRATION, scores(200))
    expect(behind).toBeGreaterThan(8)
    expect(behind).toBeLessThan(9.2)
  })

  test('keeps the bound low for guests first in line when only guests further back wait long', () => {
    const { first, behind } = upperBoundsOf(NO_CALIBRATION, [
      ...scores(200),
      ...scores(200, { error: 0.1, nobody_ahead: true }),
    ])
    expect(first).toBeLessThan(0.3)
    expect(behind).toBeGreaterThan(8)
  })

  test('raises bounds beyond the errors seen when they are missed too often, and lowers them again', () => {
    const usual = upperBoundsOf(NO_CALIBRATION, scores(400)).behind
    const missed = [...scores(200), ...scores(60, { missed: true })]
    const rising = upperBoundsOf(NO_CALIBRATION, missed).behind
    expect(rising).toBeGreaterThan(usual + 0.3)
    expect(upperBoundsOf(NO_CALIBRATION, [...missed, ...scores(400, { missed: false })]).behind).toBeLessThan(
      rising,
    )
  })

  test('gives the same bounds for scores recorded one by one, and keeps only the last 200', () => {
    const stored = scores(300).reduce(recordScore, NO_CALIBRATION)
    expect(upperBoundsOf(stored, [])).toEqual(upperBoundsOf(NO_CALIBRATION, scores(300)))
    expect(stored.behind.last.length).toBe(200)
  })
})
