import { keyOf } from './key-of.ts'

describe('the key made from a name', () => {
  test.each([
    ['Très VIP!', 'tres_vip'],
    ['  2nd choice ', 'nd_choice'],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('of %j is %j', (name, key) => {
    expect(keyOf(name)).toBe(key)
  })

  test('is valid for the API even when the name has no Latin letters', () => {
    expect(keyOf('電話 12')).toMatch(/^[a-z][a-z0-9_-]{0,39}$/)
  })
})
