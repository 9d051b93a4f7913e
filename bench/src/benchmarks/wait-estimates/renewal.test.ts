import { renewalOf, type Told } from './renewal.ts'

const told = (
  ...quotes: readonly (readonly [after: number, quoted: number, high: number, events: number])[]
) => quotes.map(([after, quoted, high, events]): Told => ({ after, quoted, high, events, ahead: 1 }))

describe('given the quotes told to a guest while waiting', () => {
  test('when one rises although nothing happened, then it counts, and not where something happened', () => {
    expect(renewalOf(told([0, 10, 15, 0], [1, 11, 15, 0]), 12)).toMatchObject({ rose: true })
    expect(renewalOf(told([0, 10, 15, 0], [1, 9, 16, 0]), 12)).toMatchObject({ rose: true })
    expect(renewalOf(told([0, 10, 15, 0], [1, 11, 16, 1]), 12)).toMatchObject({ rose: false, widened: false })
  })

  test('when somebody was put in ahead, then a rise does not count', () => {
    const [joined, later] = told([0, 10, 15, 0], [1, 20, 25, 0])
    expect(renewalOf([joined as Told, { ...(later as Told), ahead: 2 }], 12)).toMatchObject({ rose: false })
  })

  test('when the range grows while the number falls, then it widened without having risen', () => {
    const renewal = renewalOf(told([0, 10, 15, 0], [1, 8, 14, 0]), 12)
    expect(renewal).toMatchObject({ rose: false, widened: true })
  })

  test('when the turn is put off by more than five minutes, then it slipped, also beyond an earlier time told since', () => {
    const back = told([0, 20, 30, 0], [1, 10, 20, 1], [2, 15, 20, 2])
    expect(renewalOf(back, 17)).toMatchObject({ slipped: true, slippedSinceJoining: false })
    const late = told([0, 10, 30, 0], [1, 15, 20, 1])
    expect(renewalOf(late, 17)).toMatchObject({ slipped: true, slippedSinceJoining: true })
    const little = told([0, 10, 30, 0], [1, 14, 20, 1])
    expect(renewalOf(little, 17)).toMatchObject({ slipped: false, slippedSinceJoining: false })
  })

  test('when half of the wait is over, then the quote nearest to it counts against the rest', () => {
    const quotes = told([0, 20, 30, 0], [4, 9, 12, 1], [6, 3, 5, 2], [9, 1, 1, 3])
    expect(renewalOf(quotes, 11)).toMatchObject({ halfWay: { error: 2, covered: true } })
    expect(renewalOf(quotes, 13)).toMatchObject({ halfWay: { error: 4, covered: false } })
  })

  test('when the guest was taken before any was renewed, then nothing slipped, and nothing is known half-way', () => {
    const only = renewalOf(told([0, 20, 30, 0]), 0.5)
    expect(only).toMatchObject({ rose: false, widened: false, slipped: false, slippedSinceJoining: false })
    expect(only.halfWay).toBeUndefined()
  })
})
