import type { KeyObject } from 'node:crypto'
import { type Caller, callerSchema } from '@usher/contracts'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { ProblemError } from '../errors.ts'
import { verifyInner } from './inner-token.ts'

/** Header in which the gateway tells a service who the caller is. */
export const CALLER_HEADER = 'x-usher-caller'

/** Lifetime of a caller token, in seconds. */
export const CALLER_TOKEN_SECONDS = 60

const ISSUER = 'usher-gateway'
const AUDIENCE = 'usher-services'

/** Signs the caller's identity (JWT, ES256: only the gateway holds the private key). */
export const signCaller = (caller: Caller, privateKey: KeyObject): string =>
  jwt.sign(caller, privateKey, {
    algorithm: 'ES256',
    issuer: ISSUER,
    audience: AUDIENCE,
    expiresIn: CALLER_TOKEN_SECONDS,
  })

export type VerifyCaller = (token: string | undefined) => Caller

/**
 * Verifies caller tokens. The gateway sends one token for many requests, so a verified one is cached until it
 * expires: checking a signature costs about a hundred times a look-up.
 */
export function createCallerVerifier(publicKey: KeyObject): VerifyCaller {
  const verified = new LRUCache<string, { caller: Caller; expiresAtMs: number }>({ max: 10_000 })
  return (token) => {
    if (!token) throw new ProblemError('unauthorized', 'The request did not come through the gateway.')
    const known = verified.get(token)
    if (known && known.expiresAtMs > Date.now()) return known.caller
    const { caller, expiresAtMs } = check(token, publicKey)
    verified.set(token, { caller, expiresAtMs })
    return caller
  }
}

function check(token: string, publicKey: KeyObject): { caller: Caller; expiresAtMs: number } {
  try {
    const claims = verifyInner(token, publicKey, { issuer: ISSUER, audience: AUDIENCE })
    if (typeof claims === 'string' || !claims.exp) throw new Error('no expiry')
    return { caller: callerSchema.parse(claims), expiresAtMs: claims.exp * 1000 }
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw new ProblemError('unauthorized', 'The caller token is not valid.')
  }
}
