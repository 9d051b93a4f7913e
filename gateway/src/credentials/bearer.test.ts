import { bearerToken } from './bearer.ts'

describe('the token of an Authorization header', () => {
  test.each([
    ['Bearer usk_1', 'usk_1'],
    ['bearer usk_1', 'usk_1'],
    ['BEARER   usk_1 ', 'usk_1'],
    ['Bearer ', ''],
  ])('given %j, then it is %j', (header, token) => {
    expect(bearerToken(header)).toBe(token)
  })

  test.each([undefined, '', 'usk_1', 'Basic dTpw', 'Bearerusk_1'])(
    'given %j, then there is none',
    (header) => {
      expect(bearerToken(header)).toBeUndefined()
    },
  )
})
