import { figuresOf } from './figures.ts'
import { meanOf, REACHED, worstOf } from './measures.ts'
import { tablesOf } from './tables.ts'
import { counter } from './testing/counter.ts'
import { gainOf, type MethodQuotes, type Result, reachedOf, resultOf, runVenue } from './venue-run.ts'

/** One guest who waited ten minutes and was quoted so many minutes too much. */
const quotesOf = (
  role: MethodQuotes['role'],
  name: string,
  error: number,
  joinedBefore = 100,
): MethodQuotes => ({
  role,
  name,
  quotes: [{ quoted: 10 + error, high: 10 + error, actual: 10, ahead: 1, joinedBefore }],
})

const result = (
  label: string,
  errors: { usher: number; plain: number; learnt: number; oracle?: number },
): Result =>
  resultOf(label, false, [
    quotesOf('usher', 'Usher', errors.usher),
    quotesOf('plain', 'fixed', errors.plain),
    quotesOf('learnt', 'learnt', errors.learnt),
    ...(errors.oracle === undefined ? [] : [quotesOf('oracle', 'oracle', errors.oracle)]),
  ])

describe('errors of a benchmark run', () => {
  const usual = result('usual', { usher: 3, plain: 8, learnt: 4, oracle: 2 })

  test('compare Usher with the best of all baselines and with the best plain one', () => {
    expect(gainOf(usual)).toBeCloseTo(25)
    expect(reachedOf(usual, usual.best)).toBeCloseTo(50)
    expect(reachedOf(usual, usual.bestPlain)).toBeCloseTo(500 / 6)
  })

  test('give no share of the reachable gain when the oracle is hardly better than the best baseline', () => {
    const near = result('near', { usher: 3, plain: 8, learnt: 4, oracle: 3.99 })
    expect(reachedOf(near, near.best)).toBeUndefined()
  })

  test('give no share of the reachable gain, nor its figure, without an oracle', () => {
    const without = result('without', { usher: 3, plain: 8, learnt: 4 })
    expect(reachedOf(without, without.best)).toBeUndefined()
    expect(figuresOf([without], without).map(({ what }) => what)).not.toContain(
      'mean share of the reachable gain',
    )
  })

  test('name the worst of several venues, which makes the figures miss their targets', () => {
    const worse = result('worse', { usher: 5, plain: 8, learnt: 4, oracle: 2 })
    expect(worstOf(REACHED, [usual, worse])).toEqual({ label: 'worse', value: -50 })
    expect(meanOf(REACHED, [usual, worse])).toBeCloseTo(0)
    const figures = figuresOf([usual, worse], usual)
    expect(figures[0]).toMatchObject({ value: 50, target: { met: false } })
    expect(figures[1]).toMatchObject({ value: 25, target: { met: false } })
    const rows = tablesOf([usual, worse], usual, [])[2]?.rows
    expect(rows?.find(({ measure }) => measure === 'gain %')).toMatchObject({ worst: -25, venue: 'worse' })
  })

  test('leave parties out of the coverage when fewer than 100 had joined before', () => {
    const early = quotesOf('usher', 'Usher', -1, 99)
    const late = quotesOf('usher', 'Usher', 1, 100)
    const both = { ...early, quotes: [...early.quotes, ...late.quotes] }
    const { usher } = resultOf('both', false, [both, quotesOf('plain', 'fixed', 1)])
    expect(usher).toMatchObject({ coveredPercent: 50, coveredBehindPercent: 100 })
  })
})

describe('a benchmark run at one venue', () => {
  test('counts the parties of its history as joined before', () => {
    const [usher] = runVenue(counter({ history_days: 3, scored_days: 1 }), 1, true)
    const joined = usher?.quotes.map(({ joinedBefore }) => joinedBefore) ?? []
    expect(Math.min(...joined)).toBeGreaterThan(3 * 60)
    expect(new Set(joined).size).toBe(joined.length)
  })

  test('has the oracle last when requested, and otherwise no oracle', () => {
    const venue = counter({ scored_days: 1 })
    expect(runVenue(venue, 1, true).at(-1)?.role).toBe('oracle')
    expect(runVenue(venue, 1, false).map(({ role }) => role)).not.toContain('oracle')
  })
})
