import { hashApiKey, isWellFormedApiKey } from '@usher/service-kit'
import { bearerToken } from './bearer.ts'
import type { CallerCache } from './caller-cache.ts'
import type { KnownCaller } from './known-caller.ts'
import { invalidToken, missingToken } from './refusals.ts'

/** Longer than any key, so that nobody makes the gateway hash long texts. */
const MOST_CHARACTERS = 100

/**
 * Finds out who sends a request: at once when the key is known, else by a promise.
 *
 * @throws Refusal when there is no valid key (also as a rejection)
 * @throws ProblemError `service_unavailable` as a rejection, when the key cannot be checked
 */
export function authenticate(
  callers: CallerCache,
  authorization: string | undefined,
): KnownCaller | Promise<KnownCaller> {
  const key = bearerToken(authorization)
  if (!key) throw missingToken()
  if (key.length > MOST_CHARACTERS) throw invalidToken()
  const sha256 = hashApiKey(key)
  return callers.get(sha256) ?? lookUp(callers, key, sha256)
}

async function lookUp(callers: CallerCache, key: string, sha256: string): Promise<KnownCaller> {
  if (!isWellFormedApiKey(key)) throw invalidToken('The API key is mistyped: its checksum does not fit.')
  const caller = await callers.find(sha256)
  if (!caller) throw invalidToken()
  return caller
}
