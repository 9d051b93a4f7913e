import { BodyBudget } from './body-budget.ts'

/** Room for two bodies of 100 bytes each, beside what their chunks take. */
const TWO = 2 * 228

const codeOf = (work: () => void): string => {
  try {
    work()
    return 'taken'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('the memory for bodies', () => {
  test('given bodies that take all of it, then another is refused until one is over', () => {
    const bodies = new BodyBudget({ max: TWO, maxPerHolder: TWO })
    const [first, second, third] = [bodies.open('a'), bodies.open('b'), bodies.open('c')]
    first.take(100)
    second.take(100)
    expect(codeOf(() => third.take(1))).toBe('overloaded')
    first.close()
    first.close()
    expect([codeOf(() => third.take(100)), codeOf(() => third.take(1))]).toEqual(['taken', 'overloaded'])
  })

  test('given a holder with its share, then only that holder is refused', () => {
    const bodies = new BodyBudget({ max: 10 * TWO, maxPerHolder: TWO })
    const own = [bodies.open('a'), bodies.open('a'), bodies.open('a')] as const
    own[0].take(100)
    own[1].take(100)
    expect(codeOf(() => own[2].take(1))).toBe('rate_limited')
    expect(codeOf(() => bodies.open('b').take(100))).toBe('taken')
    own[0].close()
    expect(codeOf(() => own[2].take(100))).toBe('taken')
  })

  test('given a body sent byte by byte, then it is charged for what that takes', () => {
    const body = new BodyBudget({ max: 10_000, maxPerHolder: 10_000 }).open('a')
    const sizes = Array.from({ length: 100 }, () => codeOf(() => body.take(1)))
    expect(sizes.filter((code) => code === 'taken')).toHaveLength(77)
  })

  test('given a closed account, then it takes nothing any more', () => {
    const body = new BodyBudget({ max: 10_000, maxPerHolder: 10_000 }).open('a')
    body.close()
    expect(codeOf(() => body.take(1))).toBe('overloaded')
  })
})
