import type { Policy } from '@usher/service-kit'

const TEN_MINUTES = 600
const QUARTER_HOUR = 900
const HOUR = 3_600
const DAY = 86_400

const TOO_MANY = 'Too many attempts. Try again later.'

/**
 * What people may do before they have signed in, and what sends mail to strangers. A browser that is known for an account
 * is counted by itself, so that nobody else can lock its owner out.
 */
export const ACCOUNT_POLICIES = {
  /** Failures. All unknown browsers: at most 100 an hour (OWASP ASVS 4.0.3, 2.2.1). */
  sign_in: {
    counts: ['invalid_sign_in'],
    limits: {
      browser: { by: ['browser'], points: 10, seconds: QUARTER_HOUR, clearedBySuccess: true },
      one: { by: ['account', 'address'], points: 10, seconds: QUARTER_HOUR, clearedBySuccess: true },
      address: { by: ['address'], points: 50, seconds: QUARTER_HOUR },
      account: { by: ['account'], points: 100, seconds: HOUR },
    },
    refusal: TOO_MANY,
  },
  /**
   * Wrong passwords and codes of a member who is signed in. Success does not clear them: whoever has the password could
   * then guess codes for ever.
   */
  reauthentication: {
    counts: ['invalid_proof'],
    limits: { session: { by: ['session'], points: 10, seconds: QUARTER_HOUR } },
    refusal: TOO_MANY,
  },
  /** Password reset mails, and following the link of a reset or sign-up mail (by address only). */
  reset: {
    counts: ['success'],
    limits: {
      browser: { by: ['browser'], points: 5, seconds: HOUR },
      one: { by: ['account', 'address'], points: 5, seconds: HOUR },
      address: { by: ['address'], points: 30, seconds: HOUR },
      account: { by: ['account'], points: 20, seconds: HOUR },
    },
    refusal: TOO_MANY,
  },
  /** Invitations that are accepted: a venue's colleagues share its network. */
  acceptance: {
    counts: ['success'],
    limits: { address: { by: ['address'], points: 30, seconds: HOUR } },
    refusal: TOO_MANY,
  },
  /** Sign-ups, each with a mail. */
  sign_up: {
    counts: ['success'],
    limits: {
      one: { by: ['account', 'address'], points: 5, seconds: HOUR },
      address: { by: ['address'], points: 5, seconds: HOUR },
      account: { by: ['account'], points: 20, seconds: HOUR },
    },
    refusal: TOO_MANY,
  },
  /**
   * One person gets the first invitation and two for lost mails; few people work for several organisations. An
   * organisation cannot use up a person's limit, as it is counted first.
   */
  invitation: {
    counts: ['success'],
    limits: {
      pair: { by: ['organization', 'account'], points: 3, seconds: DAY },
      organization: { by: ['organization'], points: 50, seconds: DAY },
      person: { by: ['account'], points: 10, seconds: DAY },
    },
    refusal: TOO_MANY,
  },
  registration: {
    counts: ['success'],
    limits: { address: { by: ['address'], points: 20, seconds: TEN_MINUTES } },
    refusal: 'Too many applications were registered from your address. Try again later.',
  },
  /** Sign-ins of programs without a browser. */
  device_sign_in: {
    counts: ['success'],
    limits: { address: { by: ['address'], points: 30, seconds: TEN_MINUTES } },
    refusal: 'Too many sign-ins were started from your address. Try again later.',
  },
  /** Bounds what many addresses together can store. */
  device_sign_in_of_application: {
    counts: ['success'],
    limits: { application: { by: ['application'], points: 20_000, seconds: TEN_MINUTES } },
    refusal: 'Too many sign-ins were started with this application. Try again later.',
  },
  /** Codes that people enter: each is one of 25 billion, and valid for ten minutes. */
  device_code: {
    counts: ['success'],
    limits: { address: { by: ['address'], points: 30, seconds: TEN_MINUTES } },
    refusal: 'Too many codes were entered from your address. Try again later.',
  },
} satisfies Record<string, Policy>

export type AccountAction = keyof typeof ACCOUNT_POLICIES
