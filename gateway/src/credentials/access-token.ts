import { createPublicKey, type KeyObject } from 'node:crypto'
import { ACCESS_TOKEN } from '@usher/contracts'
import { type Clock, jwtHeaderOf, type Logger, ProblemError, systemClock } from '@usher/service-kit'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import { RETRY_AFTER_SECONDS } from '../breaker.ts'
import { invalidToken } from './refusals.ts'

/**
 * A token with an unknown key makes us reload the key set, but at most this often, in ms: such tokens are easily made
 * up.
 */
const READ_AGAIN_MS = 5_000

const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) })

/** Returns the jti of an access token. Rejects with a Refusal if it is not valid (RFC 9068 §4). */
export type VerifyAccessToken = (token: string) => Promise<string>

interface Options {
  /** Issuer of access tokens. */
  readonly publicUrl: string
  /** Resources for which tokens are accepted. */
  readonly audiences: readonly [string, ...string[]]
  /** Reads the public keys, as a JWK set (RFC 7517 §5). */
  readonly readKeys: () => Promise<unknown>
  readonly log: Logger
  readonly clock?: Clock
}

/** Whether a bearer token may be a JWT: three parts (RFC 7519 §3). */
export const looksLikeJwt = (token: string): boolean => token.split('.', 4).length === 3

/** Verifies access tokens only with our own algorithm and keys, whatever their header says (RFC 8725 §3.1). */
export function createAccessTokenVerifier(options: Options): VerifyAccessToken {
  const findKey = createKeyring(options)
  const { publicUrl, audiences } = options
  return async (token) => {
    const header = jwtHeaderOf(token)
    if (header?.typ !== ACCESS_TOKEN.type || header.alg !== ACCESS_TOKEN.algorithm) throw notOurs()
    const key = await findKey(header.kid)
    if (!key) throw notOurs()
    return check(token, key, { issuer: publicUrl, audience: [...audiences] })
  }
}

function check(
  token: string,
  key: KeyObject,
  expected: Pick<jwt.VerifyOptions, 'issuer'> & { audience: [string, ...string[]] },
): string {
  try {
    const algorithms = [ACCESS_TOKEN.algorithm]
    const claims = jwt.verify(token, key, { algorithms, ...expected })
    if (typeof claims === 'string' || !claims.jti || !claims.exp) throw notOurs()
    return claims.jti
  } catch (error) {
    throw error instanceof jwt.TokenExpiredError ? invalidToken('The access token has expired.') : notOurs()
  }
}

const notOurs = () => invalidToken('The access token is not one of ours, or not for this API.')

/** Keys by kid, reloaded when an unknown one appears. */
function createKeyring({ readKeys, log, clock = systemClock }: Options) {
  let keys = new Map<string, KeyObject>()
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const read = async () => {
    try {
      const set = keySet.parse(await readKeys())
      keys = new Map(set.keys.map((jwk) => [jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]))
      readAtMs = clock.now().getTime()
    } catch (err) {
      log.warn({ err }, 'the keys of access tokens could not be read')
      throw new ProblemError('service_unavailable', 'Access tokens cannot be checked at the moment.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    } finally {
      reading = undefined
    }
  }
  return async (kid: string | undefined): Promise<KeyObject | undefined> => {
    if (kid === undefined) return undefined
    if (!keys.has(kid) && clock.now().getTime() - readAtMs >= READ_AGAIN_MS) {
      reading ??= read()
      await reading
    }
    return keys.get(kid)
  }
}
