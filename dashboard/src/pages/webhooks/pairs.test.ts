import { pairsOf, pairsText } from './pairs.ts'

describe('given pairs as lines', () => {
  test('when they are read, then colons in values stay and empty lines go', () => {
    expect(pairsOf('authorization: Bearer a:b\n\n  team :kitchen ')).toEqual({
      authorization: 'Bearer a:b',
      team: 'kitchen',
    })
  })

  test('when a line has no colon, then its value is empty', () => {
    expect(pairsOf('alone')).toEqual({ alone: '' })
  })

  test('when pairs are written and read, then they are the same', () => {
    const pairs = { a: '1', url: 'https://example.com' }
    expect(pairsOf(pairsText(pairs))).toEqual(pairs)
  })
})
