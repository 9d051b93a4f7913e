import { createHmac, hash, randomBytes } from 'node:crypto'
import { cookieNameAt, isLocalAddress, SESSION_COOKIE } from '@usher/contracts'
import { sameBytes } from './secrets.ts'

/** Header with which a signed-in browser proves that a write comes from our own page. */
export const CSRF_HEADER = 'x-csrf-token'

const TOKEN_BYTES = 32
const SHAPE = /^[\w-]{43}$/

/** A new session token: 256 random bits in base64url (OWASP ASVS 4.0.3, 3.2.2 asks for 64). */
export const newSessionToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

export const isWellFormedSessionToken = (text: string): boolean => SHAPE.test(text)

/** Stored form of a session token: a fast hash is enough, as 256 random bits cannot be guessed. */
export const hashSessionToken = (token: string): string => hash('sha256', token)

/**
 * The CSRF token of a session: an HMAC keyed with the session token, so it is bound to the session, needs no storage,
 * and reveals nothing about its key (OWASP CSRF Prevention Cheat Sheet, HMAC CSRF tokens).
 */
export const csrfTokenOf = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update('usher csrf token').digest('base64url')

/** Whether a CSRF token is that of the session, in constant time. */
export const isCsrfTokenOf = (sessionToken: string, given: string): boolean =>
  sameBytes(Buffer.from(csrfTokenOf(sessionToken)), Buffer.from(given))

/** The value of a cookie in a Cookie header (RFC 6265 §4.2.1); undefined if missing or empty. */
export function readCookie(cookies: string | undefined, name: string): string | undefined {
  for (const pair of cookies?.split(';') ?? []) {
    const [key = '', value] = pair.split('=', 2)
    if (key.trim() === name) return value?.trim() || undefined
  }
  return undefined
}

interface HostCookie {
  readonly name: string
  /** The `Set-Cookie` value that sets the token, or deletes it with 0 seconds. */
  set(token: string, maxAgeSeconds: number): string
}

/** The session cookie for a public URL. */
export const sessionCookie = (publicUrl: string): HostCookie => hostCookie(publicUrl, SESSION_COOKIE)

/**
 * The cookie of a browser that has signed in before, which outlives its sessions ("device cookie", OWASP
 * Authentication Cheat Sheet). It grants nothing: it tells a regular user from someone guessing passwords.
 */
export const deviceCookie = (publicUrl: string): HostCookie => hostCookie(publicUrl, 'usher_device')

/** A cookie that scripts cannot read, `Secure` except on localhost. */
function hostCookie(publicUrl: string, plainName: string): HostCookie {
  const name = cookieNameAt(publicUrl, plainName)
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isLocalAddress(publicUrl) ? '' : '; Secure'}`
  return { name, set: (token, seconds) => `${name}=${token}; Max-Age=${seconds}; ${attributes}` }
}
