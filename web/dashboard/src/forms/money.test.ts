import { amountOf, priceOf } from './money.ts'

describe('a price field', () => {
  test.each([
    [19.99, 'EUR', 1999],
    [1.1, 'USD', 110],
    [3500, 'JPY', 3500],
    [1.234, 'KWD', 1234],
    [0, 'EUR', 0],
  ])('turns %d %s into %d of the smallest unit, and back', (typed, currency, amount) => {
    expect(priceOf(typed, currency)).toEqual({ amount, currency })
    expect(amountOf({ amount, currency })).toBe(typed)
  })

  test('has a null price when it is empty', () => {
    expect(priceOf('', 'EUR')).toBeNull()
    expect(amountOf(null)).toBe('')
  })
})
