import {
  csrfTokenOf,
  hashSessionToken,
  isCsrfTokenOf,
  isWellFormedSessionToken,
  newSessionToken,
  sessionCookie,
} from './session-token.ts'

describe('a session token', () => {
  test('is random, well formed and hashed to 64 hexadecimal digits', () => {
    const [one, other] = [newSessionToken(), newSessionToken()]
    expect(one).not.toBe(other)
    expect(isWellFormedSessionToken(one)).toBe(true)
    expect(hashSessionToken(one)).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each(['', 'x', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`])(
    'rejects %j as malformed',
    (text) => {
      expect(isWellFormedSessionToken(text)).toBe(false)
    },
  )

  test('has a CSRF token that fits no other session and does not contain the session token', () => {
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
    'has no Secure attribute and no __Host- prefix for %s',
    (url) => {
      const { name, set } = sessionCookie(url)
      expect(name).toBe('usher_session')
      expect(set('t', 60)).toBe('usher_session=t; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
    },
  )

  test.each(['https://usher.example', 'http://usher.example', 'http://localhost.evil.example'])(
    'is Secure and has the __Host- prefix for %s',
    (url) => {
      const text = '__Host-usher_session=t; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure'
      expect(sessionCookie(url).set('t', 60)).toBe(text)
    },
  )
})
