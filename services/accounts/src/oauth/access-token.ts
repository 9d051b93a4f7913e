import { ACCESS_TOKEN } from '@usher/contracts'
import { jwtHeaderOf } from '@usher/service-kit'
import jwt from 'jsonwebtoken'
import type { SigningKeys } from './signing-key-store.ts'

/** Lifetime of an access token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 3600

/** Claims of an access token (RFC 9068 §2.2). */
interface AccessTokenClaims {
  readonly iss: string
  readonly aud: string
  /** The consenting member, or the application itself. */
  readonly sub: string
  readonly client_id: string
  readonly organization_id: string
  readonly scope: string
  readonly jti: string
  readonly iat: number
  readonly exp: number
}

/** Signs an access token as specified in RFC 9068. */
export async function signAccessToken(claims: AccessTokenClaims, keys: SigningKeys): Promise<string> {
  const { kid, privateKey } = await keys.current()
  const { algorithm: alg, type: typ } = ACCESS_TOKEN
  return jwt.sign(claims, privateKey, { algorithm: alg, keyid: kid, header: { alg, typ } })
}

/** The jti of an access token that we signed, even if expired; undefined for anything else. */
export async function identifierOf(
  token: string,
  issuer: string,
  keys: SigningKeys,
): Promise<string | undefined> {
  const key = await keys.find(jwtHeaderOf(token)?.kid)
  if (!key) return undefined
  try {
    const algorithms = [ACCESS_TOKEN.algorithm]
    const claims = jwt.verify(token, key, { algorithms, issuer, ignoreExpiration: true })
    return typeof claims === 'string' ? undefined : claims.jti
  } catch {
    return undefined
  }
}
