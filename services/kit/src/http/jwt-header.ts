import jwt, { type JwtHeader } from 'jsonwebtoken'

/** The unverified header of a JWT; undefined for anything else. The library throws when the payload is not JSON. */
export function jwtHeaderOf(token: string): JwtHeader | undefined {
  try {
    return jwt.decode(token, { complete: true })?.header
  } catch {
    return undefined
  }
}
