import { bearerToken } from './authenticate.ts'

describe('the token of an Authorization header', () => {
  test.each([
    ['Bearer usk_1', 'usk_1'],
    ['bearer usk_1', 'usk_1'],
    ['BEARER   usk_1 ', 'usk_1'],
    ['Bearer ', ''],
  ])('reads from %j the token %j', (header, token) => {
    expect(bearerToken(header)).toBe(token)
  })

  test.each([undefined, '', 'usk_1', 'Basic dTpw', 'Bearerusk_1'])(
    'finds no bearer token in %j',
    (header) => {
      expect(bearerToken(header)).toBeUndefined()
    },
  )
})
