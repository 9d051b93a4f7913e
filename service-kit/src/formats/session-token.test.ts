import {
  csrfTokenOf,
  hashSessionToken,
  isCsrfTokenOf,
  isWellFormedSessionToken,
  newSessionToken,
  sessionCookie,
} from './session-token.ts'

describe('a session token', () => {
  test('given two new ones, then they differ, are well-formed and are stored as their hash', () => {
    const [one, other] = [newSessionToken(), newSessionToken()]
    expect(one).not.toBe(other)
    expect(isWellFormedSessionToken(one)).toBe(true)
    expect(hashSessionToken(one)).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each(['', 'x', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`])(
    'given %j, then it is none',
    (text) => {
      expect(isWellFormedSessionToken(text)).toBe(false)
    },
  )

  test('given its CSRF token, then it fits no other session and does not contain the token', () => {
    const token = newSessionToken()
    const csrf = csrfTokenOf(token)
    expect(isCsrfTokenOf(token, csrf)).toBe(true)
    expect(isCsrfTokenOf(newSessionToken(), csrf)).toBe(false)
    expect(isCsrfTokenOf(token, '')).toBe(false)
    expect(csrf).not.toContain(token)
  })
})

describe('the session cookie', () => {
  test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'given %s, then it does without TLS',
    (url) => {
      const { name, set } = sessionCookie(url)
      expect(name).toBe('usher_session')
      expect(set('t', 60)).toBe('usher_session=t; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
    },
  )

  test.each(['https://usher.example', 'http://usher.example', 'http://localhost.evil.example'])(
    'given %s, then it is Secure and bound to the host',
    (url) => {
      const text = '__Host-usher_session=t; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure'
      expect(sessionCookie(url).set('t', 60)).toBe(text)
    },
  )
})
