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

describe('given the scores of quotes', () => {
  test('when there are none, then the bound is that of a normal distribution', () => {
    expect(upperBoundsOf(NO_CALIBRATION, [])).toEqual({ first: 1.2816, behind: 1.2816 })
  })

  test('when nine of ten were at most nine spreads too long, then the bound is near that', () => {
    const { behind } = upperBoundsOf(NO_CALIBRATION, scores(200))
    expect(behind).toBeGreaterThan(8)
    expect(behind).toBeLessThan(9.2)
  })

  test('when only those with somebody ahead wait long, then the bound of the others stays', () => {
    const { first, behind } = upperBoundsOf(NO_CALIBRATION, [
      ...scores(200),
      ...scores(200, { error: 0.1, nobody_ahead: true }),
    ])
    expect(first).toBeLessThan(0.3)
    expect(behind).toBeGreaterThan(8)
  })

  test('when bounds are missed too often, then they rise beyond the errors seen so far, and fall again', () => {
    const usual = upperBoundsOf(NO_CALIBRATION, scores(400)).behind
    const missed = [...scores(200), ...scores(60, { missed: true })]
    const rising = upperBoundsOf(NO_CALIBRATION, missed).behind
    expect(rising).toBeGreaterThan(usual + 0.3)
    expect(upperBoundsOf(NO_CALIBRATION, [...missed, ...scores(400, { missed: false })]).behind).toBeLessThan(
      rising,
    )
  })

  test('when scores are recorded one by one, then bounds are the same as all at once, and only the last 200 count', () => {
    const stored = scores(300).reduce(recordScore, NO_CALIBRATION)
    expect(upperBoundsOf(stored, [])).toEqual(upperBoundsOf(NO_CALIBRATION, scores(300)))
    expect(stored.behind.last.length).toBe(200)
  })
})
