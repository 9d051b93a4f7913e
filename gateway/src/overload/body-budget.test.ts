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
  test('answers overloaded when open bodies use all the memory, until one is closed', () => {
    const bodies = new BodyBudget({ max: TWO, maxPerHolder: TWO })
    const [first, second, third] = [bodies.open('a'), bodies.open('b'), bodies.open('c')]
    first.take(100)
    second.take(100)
    expect(codeOf(() => third.take(1))).toBe('overloaded')
    first.close()
    first.close()
    expect([codeOf(() => third.take(100)), codeOf(() => third.take(1))]).toEqual(['taken', 'overloaded'])
  })

  test('answers rate_limited only to the holder that has used its share', () => {
    const bodies = new BodyBudget({ max: 10 * TWO, maxPerHolder: TWO })
    const own = [bodies.open('a'), bodies.open('a'), bodies.open('a')] as const
    own[0].take(100)
    own[1].take(100)
    expect(codeOf(() => own[2].take(1))).toBe('rate_limited')
    expect(codeOf(() => bodies.open('b').take(100))).toBe('taken')
    own[0].close()
    expect(codeOf(() => own[2].take(100))).toBe('taken')
  })

  test('charges a body sent byte by byte for the overhead of its chunks', () => {
    const body = new BodyBudget({ max: 10_000, maxPerHolder: 10_000 }).open('a')
    const sizes = Array.from({ length: 100 }, () => codeOf(() => body.take(1)))
    expect(sizes.filter((code) => code === 'taken')).toHaveLength(77)
  })

  test('answers overloaded to a body that is already closed', () => {
    const body = new BodyBudget({ max: 10_000, maxPerHolder: 10_000 }).open('a')
    body.close()
    expect(codeOf(() => body.take(1))).toBe('overloaded')
  })
})
