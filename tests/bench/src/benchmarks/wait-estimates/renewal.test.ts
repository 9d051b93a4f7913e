import { renewalOf, type TimedQuote } from './score.ts'

const told = (
  ...quotes: readonly (readonly [after: number, quoted: number, high: number, events: number])[]
) => quotes.map(([after, quoted, high, events]): TimedQuote => ({ after, quoted, high, events, ahead: 1 }))

describe('renewed quotes of a waiting guest', () => {
  test('count as risen when they rise without an event, not when an event happened', () => {
    expect(renewalOf(told([0, 10, 15, 0], [1, 11, 15, 0]), 12)).toMatchObject({ rose: true })
    expect(renewalOf(told([0, 10, 15, 0], [1, 9, 16, 0]), 12)).toMatchObject({ rose: true })
    expect(renewalOf(told([0, 10, 15, 0], [1, 11, 16, 1]), 12)).toMatchObject({ rose: false })
  })

  test('do not count as risen when another guest was put in ahead', () => {
    const [joined, later] = told([0, 10, 15, 0], [1, 20, 25, 0])
    expect(renewalOf([joined as TimedQuote, { ...(later as TimedQuote), ahead: 2 }], 12)).toMatchObject({
      rose: false,
    })
  })

  test('count as slipped when the turn moves more than five minutes, also since an earlier quote', () => {
    const back = told([0, 20, 30, 0], [1, 10, 20, 1], [2, 15, 20, 2])
    expect(renewalOf(back, 17)).toMatchObject({ slipped: true })
    const late = told([0, 10, 30, 0], [1, 15, 20, 1])
    expect(renewalOf(late, 17)).toMatchObject({ slipped: true })
    const little = told([0, 10, 30, 0], [1, 14, 20, 1])
    expect(renewalOf(little, 17)).toMatchObject({ slipped: false })
  })

  test('are scored halfway by the quote nearest to half the wait', () => {
    const quotes = told([0, 20, 30, 0], [4, 9, 12, 1], [6, 3, 5, 2], [9, 1, 1, 3])
    expect(renewalOf(quotes, 11)).toMatchObject({ halfWay: { error: 2, covered: true } })
    expect(renewalOf(quotes, 13)).toMatchObject({ halfWay: { error: 4, covered: false } })
  })

  test('have not slipped and have no halfway score when the guest was taken before a renewal', () => {
    const only = renewalOf(told([0, 20, 30, 0]), 0.5)
    expect(only).toMatchObject({ rose: false, slipped: false })
    expect(only.halfWay).toBeUndefined()
  })
})
