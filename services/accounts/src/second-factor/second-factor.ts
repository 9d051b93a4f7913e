import { hash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** 160 bits, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** 120 bits: with fewer than 112 a fast hash would not be enough (OWASP ASVS 4.0.3, 2.6.2). */
const RECOVERY_CODE_BYTES = 15
/** Steps of 30 s that a clock may be off, before and after (RFC 6238 §5.2 advises one at most). */
const WINDOW = 1

/** The authenticator app of a member. */
export interface SecondFactor {
  /** Identifier of the member. */
  readonly _id: string
  readonly organization_id: string
  /** What it shares with the app, in base 32, sealed. */
  readonly secret: string
  /** The time step of the last code that was accepted: only later ones are from then on. */
  readonly last_step: number
  /** SHA-256 of the recovery codes that are left, in hex. */
  readonly recovery_codes: readonly string[]
  readonly created_at: Date
  /** null until a first code has shown that the app works; the factor is off until then. */
  readonly confirmed_at: Date | null
}

/** A new secret in base 32, and the address that an authenticator app reads it from. */
export function newSecret(email: string): { secret: string; otpauth_url: string } {
  const secret = new Secret({ size: SECRET_BYTES })
  // SHA-1, 6 digits and 30 s: the only ones that every app knows.
  const otpauth_url = new TOTP({ issuer: 'Usher', label: email, secret }).toString()
  return { secret: secret.base32, otpauth_url }
}

/**
 * The time step whose code this is (RFC 6238); undefined where it is the code of none that is near.
 *
 * @param secret in base 32
 */
export function stepOfCode(code: string, secret: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: WINDOW })
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
}

/** New recovery codes as people get them, and what is kept of them. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const { base32 } = new Secret({ size: RECOVERY_CODE_BYTES })
    return (base32.toLowerCase().match(/.{6}/g) ?? []).join('-')
  })
  return { codes, hashes: codes.map(hashRecoveryCode) }
}

/** What is kept of a recovery code; case, blanks and dashes do not count, as people type it from paper. */
export const hashRecoveryCode = (code: string): string =>
  hash('sha256', code.toLowerCase().replaceAll(/[\s-]/g, ''))
