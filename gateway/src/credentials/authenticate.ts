import type { IncomingHttpHeaders } from 'node:http'
import {
  hashApiKey,
  hashSessionToken,
  isWellFormedApiKey,
  isWellFormedSessionToken,
} from '@usher/service-kit'
import { bearerToken } from './bearer.ts'
import type { CallerCache } from './caller-cache.ts'
import type { KnownCaller } from './known-caller.ts'
import { endedSession, invalidToken, missingToken } from './refusals.ts'
import { cookieOf } from './session-cookie.ts'

/** What requests are recognised by: two kinds of credentials, neither of which is taken for the other. */
export interface Credentials {
  readonly apiKeys: CallerCache
  readonly sessions: CallerCache
  /** Name of the cookie that holds the session token. */
  readonly cookieName: string
}

/** Longer than any key, so that nobody makes the gateway hash long texts. */
const MOST_CHARACTERS = 100

/**
 * Finds out who sends a request: at once when the credential is known, else by a promise. An Authorization
 * header counts before a cookie.
 *
 * @throws Refusal when there is no valid credential (also as a rejection)
 * @throws ProblemError `service_unavailable` as a rejection, when the credential cannot be checked
 */
export function authenticate(
  { apiKeys, sessions, cookieName }: Credentials,
  headers: IncomingHttpHeaders,
): KnownCaller | Promise<KnownCaller> {
  const token = headers.authorization === undefined ? cookieOf(headers, cookieName) : undefined
  return token === undefined ? byApiKey(apiKeys, headers.authorization) : bySession(sessions, token)
}

function byApiKey(callers: CallerCache, authorization: string | undefined) {
  const key = bearerToken(authorization)
  if (!key) throw missingToken()
  if (key.length > MOST_CHARACTERS) throw invalidToken()
  const sha256 = hashApiKey(key)
  return callers.get(sha256) ?? lookUpKey(callers, key, sha256)
}

async function lookUpKey(callers: CallerCache, key: string, sha256: string): Promise<KnownCaller> {
  if (!isWellFormedApiKey(key)) throw invalidToken('The API key is mistyped: its checksum does not fit.')
  const caller = await callers.find(sha256)
  if (!caller) throw invalidToken()
  return caller
}

function bySession(callers: CallerCache, token: string) {
  if (!isWellFormedSessionToken(token)) throw endedSession()
  const sha256 = hashSessionToken(token)
  return callers.get(sha256) ?? lookUpSession(callers, sha256)
}

async function lookUpSession(callers: CallerCache, sha256: string): Promise<KnownCaller> {
  const caller = await callers.find(sha256)
  if (!caller) throw endedSession()
  return caller
}
