import { csrfTokenOf, newSessionToken, readCookie } from '@usher/service-kit'
import type { KnownCaller } from './known-caller.ts'
import { requireCsrfToken } from './session-cookie.ts'

describe('the value of a cookie', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['s=1', '1'],
    ['a=b; s=1; c=d', '1'],
    ['a=b;s=1', '1'],
    ['xs=1', undefined],
    ['s=', undefined],
    ['s', undefined],
    ['s=1; s=2', '1'],
  ])('the header %j gives the cookie value %j', (cookie, value) => {
    expect(readCookie(cookie, 's')).toBe(value)
  })
})

describe('the CSRF token', () => {
  const token = newSessionToken()
  const cookie = `s=${token}`
  const inSession = { sessionId: 'ses_1' } as KnownCaller
  const check = (caller: KnownCaller, headers: Record<string, string>) => () =>
    requireCsrfToken(caller, headers, 's')

  test('accepts the CSRF token of the session, and an API key without a CSRF token', () => {
    expect(check(inSession, { cookie, 'x-csrf-token': csrfTokenOf(token) })).not.toThrow()
    expect(check({} as KnownCaller, {})).not.toThrow()
  })

  test('refuses a missing, empty or changed CSRF token and that of another session', () => {
    const right = csrfTokenOf(token)
    const wrong = [right.slice(1), `${right}x`, right.toLowerCase(), csrfTokenOf(newSessionToken()), '', 'é']
    for (const given of wrong) {
      expect(check(inSession, { cookie, 'x-csrf-token': given })).toThrow('csrf_token')
    }
    expect(check(inSession, { cookie })).toThrow('csrf_token')
  })
})
