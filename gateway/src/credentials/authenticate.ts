import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Mode } from '@usher/contracts'
import {
  hashApiKey,
  hashSessionToken,
  isWellFormedApiKey,
  isWellFormedSessionToken,
  readCookie,
} from '@usher/service-kit'
import { looksLikeJwt } from './access-token.ts'
import type { CallerCache } from './caller-cache.ts'
import type { KnownCaller } from './known-caller.ts'
import { requestedMode } from './mode.ts'
import { endedSession, invalidToken, missingToken } from './refusals.ts'

/** The three kinds of credentials; none is accepted as another. */
export interface Credentials {
  readonly apiKeys: CallerCache
  readonly sessions: CallerCache
  /** Sessions that show test data. */
  readonly testSessions: CallerCache
  /** For JWTs, which are verified before asking whether they were revoked. */
  readonly accessTokens: CallerCache
  /** Name of the session cookie. */
  readonly cookieName: string
  /** Name of the device cookie of a browser that has signed in before. */
  readonly deviceCookieName: string
}

/** Longer than any key or token, so that no client makes the gateway hash long texts. */
const MAX_KEY_CHARACTERS = 100
const MAX_TOKEN_CHARACTERS = 4_000

/**
 * Identifies the sender of a request: at once if the credential is cached, else by a promise. An Authorization header
 * takes precedence over a cookie.
 *
 * @param mode which data a session means; that of a key is its own
 * @throws Refusal if there is no valid credential (also as a rejection)
 * @throws ProblemError `service_unavailable` as a rejection, if the credential cannot be checked
 */
export function authenticate(
  credentials: Credentials,
  headers: IncomingHttpHeaders,
  mode = requestedMode(headers) ?? 'live',
): KnownCaller | Promise<KnownCaller> {
  const { cookieName } = credentials
  const session = headers.authorization === undefined ? readCookie(headers.cookie, cookieName) : undefined
  if (session === undefined) return byBearer(credentials, headers.authorization)
  return bySession(sessionsIn(credentials, mode), session)
}

const sessionsIn = ({ sessions, testSessions }: Credentials, mode: Mode): CallerCache =>
  mode === 'test' ? testSessions : sessions

/** The sender of a request if cached; undefined also without a valid credential. */
export function callerInCache(
  credentials: Credentials,
  headers: IncomingHttpHeaders,
): KnownCaller | undefined {
  const { apiKeys, accessTokens, cookieName } = credentials
  const { authorization, cookie } = headers
  if (authorization === undefined) {
    const session = readCookie(cookie, cookieName)
    const isWellFormed = session !== undefined && isWellFormedSessionToken(session)
    if (!isWellFormed) return undefined
    return sessionsIn(credentials, requestedMode(headers) ?? 'live').get(hashSessionToken(session))
  }
  const token = bearerToken(authorization)
  if (!token || token.length > MAX_TOKEN_CHARACTERS) return undefined
  return looksLikeJwt(token) ? accessTokens.get(hash('sha256', token)) : apiKeys.get(hashApiKey(token))
}

/**
 * The signed-in member of a browser, for operations that want but do not need one. undefined if the session has
 * ended.
 *
 * @throws ProblemError `service_unavailable` as a rejection, if the session cannot be checked
 */
export async function sessionOf(
  { sessions, cookieName }: Credentials,
  { cookie }: IncomingHttpHeaders,
): Promise<KnownCaller | undefined> {
  const token = readCookie(cookie, cookieName)
  if (token === undefined || !isWellFormedSessionToken(token)) return undefined
  const sha256 = hashSessionToken(token)
  return sessions.get(sha256) ?? (await sessions.find(sha256, token))
}

/** The device token of a browser that has signed in before; undefined if it has none. */
export function deviceOf({ deviceCookieName }: Credentials, { cookie }: IncomingHttpHeaders) {
  const token = readCookie(cookie, deviceCookieName)
  return token !== undefined && isWellFormedSessionToken(token) ? token : undefined
}

function byBearer({ apiKeys, accessTokens }: Credentials, authorization: string | undefined) {
  const token = bearerToken(authorization)
  if (!token) throw missingToken()
  return looksLikeJwt(token) ? byAccessToken(accessTokens, token) : byApiKey(apiKeys, token)
}

function byAccessToken(callers: CallerCache, token: string) {
  if (token.length > MAX_TOKEN_CHARACTERS) throw invalidToken()
  const sha256 = hash('sha256', token)
  return callers.get(sha256) ?? lookUpToken(callers, token, sha256)
}

async function lookUpToken(callers: CallerCache, token: string, sha256: string): Promise<KnownCaller> {
  const caller = await callers.find(sha256, token)
  if (!caller) throw invalidToken('The access token was revoked.')
  return caller
}

function byApiKey(callers: CallerCache, key: string) {
  if (key.length > MAX_KEY_CHARACTERS) throw invalidToken()
  const sha256 = hashApiKey(key)
  return callers.get(sha256) ?? lookUpKey(callers, key, sha256)
}

async function lookUpKey(callers: CallerCache, key: string, sha256: string): Promise<KnownCaller> {
  if (!isWellFormedApiKey(key)) throw invalidToken('The API key is mistyped: its checksum does not fit.')
  const caller = await callers.find(sha256, key)
  if (!caller) throw invalidToken()
  return caller
}

function bySession(callers: CallerCache, token: string) {
  if (!isWellFormedSessionToken(token)) throw endedSession()
  const sha256 = hashSessionToken(token)
  return callers.get(sha256) ?? lookUpSession(callers, token, sha256)
}

async function lookUpSession(callers: CallerCache, token: string, sha256: string): Promise<KnownCaller> {
  const caller = await callers.find(sha256, token)
  if (!caller) throw endedSession()
  return caller
}

const SCHEME = 'bearer '

/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1; the scheme in any case, RFC 9110 §11.1). */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  if (authorization.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined
  return authorization.slice(SCHEME.length).trim()
}
