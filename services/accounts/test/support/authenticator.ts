import type { Clock } from '@usher/service-kit'
import type { Client, FakeClock } from '@usher/test-kit'
import { Secret, TOTP } from 'otpauth'
import { PASSWORD } from './people.ts'

export const SECOND_FACTOR = '/account/second-factor'
export const STEP_MS = 30_000

/** The code of an authenticator app now, or some steps of 30 s from now. */
export const codeOf = (secret: string, clock: Clock, steps = 0): string =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: clock.now().getTime() + steps * STEP_MS,
  })

/**
 * Switches on the second factor of whoever calls, lets its first code grow old, and leaves the clock at the
 * begin of a step, so that none ends while a test looks at it.
 */
export async function enrol(call: Client, clock: FakeClock) {
  const { secret } = (await call('POST', SECOND_FACTOR, { body: { password: PASSWORD } })).body
  const confirm = { body: { totp: codeOf(secret, clock) } }
  const { recovery_codes } = (await call('POST', `${SECOND_FACTOR}/confirm`, confirm)).body
  clock.advance(3 * STEP_MS - (clock.now().getTime() % STEP_MS))
  return {
    secret: secret as string,
    recoveryCodes: recovery_codes as string[],
    code: (steps = 0) => codeOf(secret, clock, steps),
  }
}
