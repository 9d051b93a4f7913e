/** Encodes a token that is opaque to clients and readable here. */
export function seal(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Decodes a sealed token; undefined for anything else. */
export function unseal<T>(token: string): T | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as T) : undefined
  } catch {
    return undefined
  }
}
