import { pairsOf, pairsText } from './pairs.ts'

describe('key-value pairs entered as lines', () => {
  test('keep colons in values, and skip empty lines', () => {
    expect(pairsOf('authorization: Bearer a:b\n\n  team :kitchen ')).toEqual({
      authorization: 'Bearer a:b',
      team: 'kitchen',
    })
  })

  test('have an empty value when the line has no colon', () => {
    expect(pairsOf('alone')).toEqual({ alone: '' })
  })

  test('read back the same after they were written as text', () => {
    const pairs = { a: '1', url: 'https://example.com' }
    expect(pairsOf(pairsText(pairs))).toEqual(pairs)
  })
})
