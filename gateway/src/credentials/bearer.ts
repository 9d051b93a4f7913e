const SCHEME = 'bearer '

/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1; the scheme in any case, RFC 9110 §11.1). */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  if (authorization.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined
  return authorization.slice(SCHEME.length).trim()
}
