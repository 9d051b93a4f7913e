import type { KeyObject } from 'node:crypto'
import type { RequestHandler } from 'express'
import jwt from 'jsonwebtoken'
import { ProblemError } from '../errors.ts'
import { verifyInner } from './inner-token.ts'

/** Lifetime of a gateway token, in seconds. */
export const GATEWAY_TOKEN_SECONDS = 60

const GATEWAY = 'usher-gateway'
/** Differs from the audience of caller tokens: neither is accepted in place of the other. */
const AUDIENCE = 'usher-internal'

/** Signs that the gateway itself asks, on behalf of no caller (JWT, ES256). Sent as `Authorization: Bearer`. */
export const signGateway = (privateKey: KeyObject): string =>
  jwt.sign({}, privateKey, {
    algorithm: 'ES256',
    issuer: GATEWAY,
    audience: AUDIENCE,
    expiresIn: GATEWAY_TOKEN_SECONDS,
  })

export type VerifyGateway = (token: string) => void

/**
 * Checks that the gateway itself asks.
 *
 * @throws ProblemError within the check: `unauthorized`, or `service_unavailable` if clocks differ
 */
export function createGatewayVerifier(publicKey: KeyObject): VerifyGateway {
  return (token) => {
    try {
      verifyInner(token, publicKey, { issuer: GATEWAY, audience: AUDIENCE })
    } catch (error) {
      if (error instanceof ProblemError) throw error
      throw new ProblemError('unauthorized', 'Only the gateway may call this.')
    }
  }
}

/**
 * Lets only the gateway use the internal endpoints behind it.
 *
 * @throws ProblemError `unauthorized` within the handler
 */
export function onlyGateway(publicKey: KeyObject): RequestHandler {
  const verify = createGatewayVerifier(publicKey)
  return (req, _res, next) => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(req.get('authorization') ?? '') ?? []
    verify(token)
    next()
  }
}
