import { accountOf } from './account.ts'

const CLIENT = 'usher.apps.example'
const CLAIMS = { aud: CLIENT, sub: '117', email: 'ann@example.test' }

const idTokenOf = (claims: object) =>
  ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'c2ln'].join('.')

describe('the account of an ID token', () => {
  test('is read from a token issued to our client', () => {
    expect(accountOf(idTokenOf(CLAIMS), CLIENT)).toEqual({ subject: '117', email: 'ann@example.test' })
  })

  test.each([
    ['one that was made for another client', idTokenOf({ ...CLAIMS, aud: 'other.apps.example' })],
    ['one for nobody', idTokenOf({ ...CLAIMS, aud: undefined })],
    ['one without an account', idTokenOf({ ...CLAIMS, sub: '' })],
    ['what is no token', 'x'],
    ['none', null],
  ])('is undefined for %s', (_, token) => {
    expect(accountOf(token, CLIENT)).toBeUndefined()
  })
})
