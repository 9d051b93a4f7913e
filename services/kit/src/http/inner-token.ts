import type { KeyObject } from 'node:crypto'
import jwt, { type JwtPayload } from 'jsonwebtoken'
import { ProblemError } from '../errors.ts'

/** How long a client should wait, in seconds: somebody has to set a clock right. */
const RETRY_AFTER_SECONDS = 5

interface Purpose {
  readonly issuer: string
  readonly audience: string
}

/**
 * Verifies a token (JWT, ES256) that the gateway sends to services.
 *
 * @throws ProblemError `service_unavailable` for an expired one: the gateway renews tokens at half their lifetime, so
 * clocks must differ, and a client with a good credential must not be refused for it
 * @throws Error if the token is not the gateway's, or is for another purpose
 */
export function verifyInner(token: string, publicKey: KeyObject, purpose: Purpose): JwtPayload | string {
  try {
    return jwt.verify(token, publicKey, { algorithms: ['ES256'], ...purpose })
  } catch (error) {
    throw error instanceof jwt.TokenExpiredError ? clocksDiffer(error.expiredAt) : error
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
