import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** One generation of a service's secret key. The first of a list encrypts; all of them decrypt. */
export interface SecretKey {
  readonly id: string
  readonly key: Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts text with AES-256-GCM (NIST SP 800-38D) under the newest key: `keyId.base64url`.
 *
 * @param boundTo the record it belongs to (additional authenticated data): copied to another, it cannot be decrypted
 */
export function seal(plain: string, keys: readonly SecretKey[], boundTo = ''): string {
  const newest = keys[0]
  if (!newest) throw new Error('no secret key')
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(Buffer.from(boundTo))
  const body = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${newest.id}.${body.toString('base64url')}`
}

/**
 * Decrypts what {@link seal} encrypted, under whichever key was used.
 *
 * @throws Error if the key is unknown, the text was changed or it is bound to something else
 */
export function unseal(sealed: string, keys: readonly SecretKey[], boundTo = ''): string {
  const [id, encoded = ''] = sealed.split('.')
  const key = keys.find((candidate) => candidate.id === id)
  if (!key) throw new Error(`secret key ${id} is not configured`)
  const body = Buffer.from(encoded, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key.key, body.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(body.subarray(-TAG_BYTES))
  const text = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}

/** A key for one purpose, derived from a secret key (HKDF, RFC 5869), so that no two uses share one. */
export const deriveKey = (secret: SecretKey, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret.key, '', purpose, 32))

/** HMAC-SHA256 of a text. */
export const hmacSha256 = (key: Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

/** Compares two byte strings in time that does not depend on where they differ. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
