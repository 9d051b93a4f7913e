import { keyOf } from './key-of.ts'

describe('given the name of a class or a field', () => {
  test.each([
    ['Très VIP!', 'tres_vip'],
    ['  2nd choice ', 'nd_choice'],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('when it is %j, then its key is %j', (name, key) => {
    expect(keyOf(name)).toBe(key)
  })

  test('when it has no Latin letter, then its key is one that the API takes all the same', () => {
    expect(keyOf('電話 12')).toMatch(/^[a-z][a-z0-9_-]{0,39}$/)
  })
})
