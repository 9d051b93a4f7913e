import { counter } from './testing.ts'
import { figuresOf, gainOf, type MethodQuotes, type Result, resultOf, runVenue } from './wait-estimates.ts'

/** One guest who waited ten minutes and was quoted so many minutes too much. */
const quotesOf = (name: string, error: number, joinedBefore = 100): MethodQuotes => ({
  name,
  quotes: [{ quoted: 10 + error, high: 10 + error, actual: 10, ahead: 1, joinedBefore }],
})

const result = (label: string, errors: { usher: number; fixed: number; learnt: number }): Result =>
  resultOf(label, false, [
    quotesOf('Usher', errors.usher),
    quotesOf('fixed', errors.fixed),
    quotesOf('learnt', errors.learnt),
  ])

describe('errors of a benchmark run', () => {
  const usual = result('usual', { usher: 3, fixed: 8, learnt: 4 })

  test('compare Usher with the best baseline', () => {
    expect(usual.best).toEqual({ name: 'learnt', error: 4 })
    expect(gainOf(usual)).toBeCloseTo(25)
  })

  test('name the worst of several venues, which makes the figures miss their targets', () => {
    const worse = result('worse', { usher: 5, fixed: 8, learnt: 4 })
    const figures = figuresOf([usual, worse], usual)
    expect(figures[0]).toMatchObject({ value: 50, target: { met: false } })
    expect(figures[1]).toMatchObject({ value: 25, target: { met: false } })
    expect(figures[1]?.what).toBe('largest excess of the error over the best baseline (worse)')
  })

  test('leave parties out of the coverage when fewer than 100 had joined before', () => {
    const early = quotesOf('Usher', -1, 99)
    const late = quotesOf('Usher', 1, 100)
    const both = { ...early, quotes: [...early.quotes, ...late.quotes] }
    const { usher } = resultOf('both', false, [both, quotesOf('fixed', 1)])
    expect(usher).toMatchObject({ coveredPercent: 50, coveredBehindPercent: 100 })
  })
})

describe('a benchmark run at one venue', () => {
  test('counts the parties of its history as joined before', () => {
    const [usher] = runVenue(counter({ history_days: 3, scored_days: 1 }), 1)
    const joined = usher?.quotes.map(({ joinedBefore }) => joinedBefore) ?? []
    expect(Math.min(...joined)).toBeGreaterThan(3 * 60)
    expect(new Set(joined).size).toBe(joined.length)
  })
})
