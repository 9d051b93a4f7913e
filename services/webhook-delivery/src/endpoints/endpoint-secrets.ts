import { randomBytes } from 'node:crypto'
import { type SecretKey, unseal } from '@usher/service-kit'

/** How long the previous secret keeps signing after a rotation, in ms. */
export const ROTATION_OVERLAP_MS = 24 * 3600 * 1000

/** Standard Webhooks allows 24 to 64. */
const SECRET_BYTES = 32

/** Encrypted secrets of an endpoint, as stored. */
export interface SealedSecrets {
  readonly secret: string
  readonly former_secret: string | null
  readonly former_secret_expires_at: Date | null
}

export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** The secrets in use at a given time, newest first. @throws Error when a secret key is missing */
export function signingSecrets(
  sealed: SealedSecrets,
  keys: readonly SecretKey[],
  now: Date,
): [string, ...string[]] {
  const newest = unseal(sealed.secret, keys)
  return isFormerValid(sealed, now) && sealed.former_secret
    ? [newest, unseal(sealed.former_secret, keys)]
    : [newest]
}

/** Whether the previous secret still signs. */
export const isFormerValid = ({ former_secret_expires_at: expiry }: SealedSecrets, now: Date): boolean =>
  expiry !== null && expiry > now
