import type { KeyObject } from 'node:crypto'
import { type Caller, callerSchema } from '@usher/contracts'
import type { RequestHandler } from 'express'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ProblemError } from '../errors.ts'

/** Header in which the gateway tells a service who is calling. */
export const CALLER_HEADER = 'x-usher-caller'

/** Lifetime of a token, in seconds. */
export const CALLER_TOKEN_SECONDS = 60

const PURPOSE = { issuer: 'usher-gateway', audience: 'usher-services' } as const

const anonymousSchema = z.object({ anonymous: z.literal(true) })

/** How long a client should wait, in seconds: an operator has to correct a clock. */
const RETRY_AFTER_SECONDS = 5

/**
 * Signs the caller's identity (JWT, ES256: only the gateway holds the private key).
 *
 * @param caller null: a request that needs no credential, or the gateway's own
 */
export const signCaller = (caller: Caller | null, privateKey: KeyObject): string =>
  jwt.sign(caller ?? { anonymous: true }, privateKey, {
    ...PURPOSE,
    algorithm: 'ES256',
    expiresIn: CALLER_TOKEN_SECONDS,
  })

/** Returns the caller; null for one without a credential. @throws ProblemError if the token is not the gateway's */
export type VerifyCaller = (token: string | undefined) => Caller | null

/**
 * Verifies tokens of the gateway. It sends one for many requests, so a verified one is cached until it expires:
 * checking a signature costs about a hundred times a look-up.
 */
export function createCallerVerifier(publicKey: KeyObject): VerifyCaller {
  const verified = new LRUCache<string, { caller: Caller | null; expiresAtMs: number }>({ max: 10_000 })
  return (token) => {
    if (!token) throw new ProblemError('unauthorized', 'The request did not come through the gateway.')
    const known = verified.get(token)
    if (known && known.expiresAtMs > Date.now()) return known.caller
    const checked = check(token, publicKey)
    verified.set(token, checked)
    return checked.caller
  }
}

/** @throws ProblemError `unauthorized` if the caller has no credential */
export function requireCaller(caller: Caller | null): Caller {
  if (!caller) throw new ProblemError('unauthorized', 'This needs a credential.')
  return caller
}

/** @throws ProblemError `unauthorized` for a token that speaks for a caller: the gateway sends none where none is needed */
export function requireAnonymous(caller: Caller | null): void {
  if (caller) throw new ProblemError('unauthorized', 'Only the gateway may call this.')
}

/** Lets only the gateway itself use the endpoints behind it: it sends the token as `Authorization: Bearer`. */
export function onlyGateway(verify: VerifyCaller): RequestHandler {
  return (req, _res, next) => {
    const [, token] = /^Bearer (\S+)$/.exec(req.get('authorization') ?? '') ?? []
    requireAnonymous(verify(token))
    next()
  }
}

function check(token: string, publicKey: KeyObject): { caller: Caller | null; expiresAtMs: number } {
  try {
    const claims = jwt.verify(token, publicKey, { ...PURPOSE, algorithms: ['ES256'] })
    if (typeof claims === 'string' || !claims.exp) throw new Error('no expiry')
    const caller = anonymousSchema.safeParse(claims).success ? null : callerSchema.parse(claims)
    return { caller, expiresAtMs: claims.exp * 1000 }
  } catch (error) {
    // The gateway renews tokens at half their lifetime: clocks differ, and a good credential must not be refused for it.
    if (error instanceof jwt.TokenExpiredError) throw clocksDiffer(error.expiredAt)
    throw new ProblemError('unauthorized', 'The caller token is not valid.')
  }
}

function clocksDiffer(expiredAt: Date): ProblemError {
  const seconds = Math.round((Date.now() - expiredAt.getTime()) / 1000)
  return new ProblemError(
    'service_unavailable',
    'Callers cannot be checked at the moment; nothing was done.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      reason: `the gateway's token expired ${seconds} s ago: its clock is behind this one's`,
    },
  )
}
