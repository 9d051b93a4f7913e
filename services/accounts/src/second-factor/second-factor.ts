import { hash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** 120 bits: with fewer than 112 a fast hash would not be enough (OWASP ASVS 4.0.3, 2.6.2). */
const RECOVERY_CODE_BYTES = 15
/** Tolerated clock skew, in steps of 30 s each way (RFC 6238 §5.2 recommends at most one). */
const WINDOW = 1

/** A member's authenticator app. */
export interface SecondFactor {
  /** Id of the member. */
  readonly _id: string
  readonly organization_id: string
  /** The shared secret, in base 32, encrypted. */
  readonly secret: string
  /** Time step of the last accepted code: only later ones are accepted. */
  readonly last_step: number
  /** SHA-256 of the remaining recovery codes, in hex. */
  readonly recovery_codes: readonly string[]
  readonly created_at: Date
  /** null until a first code proves that the app works; the factor is off until then. */
  readonly confirmed_at: Date | null
}

/** Creates a secret in base 32, and the URL from which an authenticator app reads it. */
export function newSecret(email: string): { secret: string; otpauth_url: string } {
  const secret = new Secret({ size: SECRET_BYTES })
  // SHA-1, 6 digits and 30 s: the only settings that every app supports.
  const otpauth_url = new TOTP({ issuer: 'Usher', label: email, secret }).toString()
  return { secret: secret.base32, otpauth_url }
}

/**
 * The time step of a code (RFC 6238); undefined if it matches no step within the window.
 *
 * @param secret in base 32
 */
export function stepOfCode(code: string, secret: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: WINDOW })
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
}

/** Creates recovery codes, and the hashes to store. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const { base32 } = new Secret({ size: RECOVERY_CODE_BYTES })
    return (base32.toLowerCase().match(/.{6}/g) ?? []).join('-')
  })
  return { codes, hashes: codes.map(hashRecoveryCode) }
}

/** Hashes a recovery code, ignoring case, spaces and dashes, as people type it from paper. */
export const hashRecoveryCode = (code: string): string =>
  hash('sha256', code.toLowerCase().replaceAll(/[\s-]/g, ''))
