import type { KeyObject } from 'node:crypto'
import jwt, { type JwtPayload } from 'jsonwebtoken'
import { ProblemError } from '../errors.ts'

/** What a client is told to wait: somebody has to set a clock right. */
const RETRY_AFTER_SECONDS = 5

interface Purpose {
  readonly issuer: string
  readonly audience: string
}

/**
 * Checks a token (JWT, ES256) by which the gateway speaks to services.
 *
 * @throws ProblemError `service_unavailable` for one of the gateway's that has expired: it renews them when half their time is
 *   over, so their clocks differ, and a client whose credential is good must not be told otherwise
 * @throws Error for one that is not the gateway's, or for something else
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
    'Callers cannot be checked for the moment; nothing was done.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      reason: `the gateway's token expired ${seconds} s ago: its clock is behind this one's`,
    },
  )
}
