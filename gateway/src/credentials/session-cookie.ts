import type { IncomingHttpHeaders } from 'node:http'
import { CSRF_HEADER, isCsrfTokenOf, ProblemError } from '@usher/service-kit'
import type { KnownCaller } from './known-caller.ts'

/** The value of a cookie (RFC 6265 §4.2.1); undefined where there is none or it is empty. */
export function cookieOf({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  for (const pair of cookie?.split(';') ?? []) {
    const [key = '', value] = pair.split('=', 2)
    if (key.trim() === name) return value?.trim() || undefined
  }
  return undefined
}

/**
 * Has a write in a session prove that a page of ours sent it: browsers add the cookie to what other sites
 * send, but only our pages can read the token (OWASP CSRF Prevention Cheat Sheet). An API key needs none.
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
  const token = cookieOf(headers, cookieName) ?? ''
  if (typeof given === 'string' && isCsrfTokenOf(token, given)) return
  throw new ProblemError('csrf_failed', `Send the csrf_token of your session as ${CSRF_HEADER}.`)
}
