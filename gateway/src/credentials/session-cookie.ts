import type { IncomingHttpHeaders } from 'node:http'
import { CSRF_HEADER, isCsrfTokenOf, ProblemError, readCookie } from '@usher/service-kit'
import type { KnownCaller } from './known-caller.ts'

/**
 * Requires a CSRF token on writes in a session: browsers add the cookie to other sites' requests too, but only our
 * pages can read the token (OWASP CSRF Prevention Cheat Sheet). API keys need none.
 *
 * @throws ProblemError `csrf_failed`
 */
export function requireCsrfToken(
  { sessionId }: KnownCaller,
  headers: IncomingHttpHeaders,
  cookieName: string,
): void {
  if (sessionId === undefined) return
  const given = headers[CSRF_HEADER]
  const token = readCookie(headers.cookie, cookieName) ?? ''
  if (typeof given === 'string' && isCsrfTokenOf(token, given)) return
  throw new ProblemError('csrf_failed', `Send the csrf_token of your session as ${CSRF_HEADER}.`)
}
