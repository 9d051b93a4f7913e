/** Tokens that clients hand back as they got them: opaque to them, readable here. */
export function seal(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** What was sealed; undefined for anything else. */
export function unseal<T>(token: string): T | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as T) : undefined
  } catch {
    return undefined
  }
}
