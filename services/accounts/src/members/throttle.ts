import { createHash } from 'node:crypto'
import { clientOf, mailboxOf, ProblemError } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'

const QUARTER_HOUR_SECONDS = 900
const HOUR_SECONDS = 3_600

/** Failed sign-ins of one known browser, or from one network address to one account. */
const FAILURES_OF_ONE = { points: 10, duration: QUARTER_HOUR_SECONDS }
/** Failed sign-ins from one network address, which a whole venue may share. */
const FAILURES_PER_ADDRESS = { points: 50, duration: QUARTER_HOUR_SECONDS }
/**
 * Failed sign-ins to one account, existing or not, from all unknown browsers (OWASP ASVS 4.0.3, 2.2.1: at
 * most 100 an hour).
 */
const FAILURES_PER_ACCOUNT = { points: 100, duration: HOUR_SECONDS }
/** Failed reauthentications of a session. */
const FAILURES_PER_SESSION = { points: 10, duration: QUARTER_HOUR_SECONDS }
/**
 * Reset mails requested by a known browser, or from one network address for one account: enough for a lost
 * mail.
 */
const RESETS_OF_ONE = { points: 5, duration: HOUR_SECONDS }
const RESETS_PER_ADDRESS = { points: 30, duration: HOUR_SECONDS }
/** Reset mails to one account, existing or not, from all unknown browsers: too few to be a nuisance. */
const RESETS_PER_ACCOUNT = { points: 20, duration: HOUR_SECONDS }
/**
 * Sign-ups with one e-mail address from one network address: enough for lost mails, too few to use up the
 * limits below.
 */
const SIGN_UPS_OF_ONE = { points: 5, duration: HOUR_SECONDS }
const SIGN_UPS_PER_ADDRESS = { points: 5, duration: HOUR_SECONDS }
/** Invitations accepted from one network address: a venue's staff may share one. */
const ACCEPTANCES_PER_ADDRESS = { points: 30, duration: HOUR_SECONDS }
/** Sign-ups with one e-mail address from anywhere; each sends it a mail. */
const SIGN_UPS_PER_ACCOUNT = { points: 20, duration: HOUR_SECONDS }

/** What is known about a client before it has authenticated. */
export interface Attempt {
  readonly email: string
  readonly address: string
  /** Id of the browser if known for this account: attempts by others do not count against it. */
  readonly device: string | undefined
}

export interface Throttle {
  /** Counts a sign-in before it is tried. @throws ProblemError `rate_limited` */
  beforeSignIn(attempt: Attempt): Promise<void>
  /** After a successful sign-in: reverts the count and clears failures of the same browser or address. */
  afterSignIn(attempt: Attempt): Promise<void>
  /** Reverts the count but keeps earlier failures: only the first factor was given. */
  takeBackSignIn(attempt: Attempt): Promise<void>
  /**
   * Counts failed reauthentications of a session, separately from sign-ins, which anybody can cause. Success
   * does not clear them: whoever has the password could then guess codes indefinitely.
   *
   * @param work fails with `invalid_proof` if the proof is wrong
   * @throws ProblemError `rate_limited`, or any error of `work`
   */
  limitReauthentication<T>(sessionId: string, work: () => Promise<T>): Promise<T>
  /** Counts a request for a password reset before it is served. @throws ProblemError `rate_limited` */
  beforeResetRequest(attempt: Attempt): Promise<void>
  /**
   * Counts a password reset before it is tried, together with reset requests. @throws ProblemError
   * `rate_limited`
   */
  beforeReset(address: string): Promise<void>
  /** Counts a sign-up before it is tried. @throws ProblemError `rate_limited` */
  beforeSignUp(attempt: Pick<Attempt, 'email' | 'address'>): Promise<void>
  /** Counts the acceptance of an invitation before it is tried. @throws ProblemError `rate_limited` */
  beforeAcceptance(address: string): Promise<void>
}

/** Slows down password guessing and mass sign-ups, across all replicas. */
export async function createThrottle(connection: Connection): Promise<Throttle> {
  const limiter = limitersIn(connection)
  const signIns = {
    ones: limiter('sign-in-one', FAILURES_OF_ONE),
    addresses: limiter('sign-in-address', FAILURES_PER_ADDRESS),
    accounts: limiter('sign-in-strangers', FAILURES_PER_ACCOUNT),
  }
  const resets = {
    ones: limiter('reset-one', RESETS_OF_ONE),
    addresses: limiter('reset-address', RESETS_PER_ADDRESS),
    accounts: limiter('reset-strangers', RESETS_PER_ACCOUNT),
  }
  const sessions = limiter('session-proof', FAILURES_PER_SESSION)
  const signUps = {
    ones: limiter('sign-up-one', SIGN_UPS_OF_ONE),
    addresses: limiter('sign-up-address', SIGN_UPS_PER_ADDRESS),
    accounts: limiter('sign-up-strangers', SIGN_UPS_PER_ACCOUNT),
  }
  const acceptances = limiter('acceptance-address', ACCEPTANCES_PER_ADDRESS)
  await sessions.createIndexes()
  return {
    beforeSignIn: (attempt) => consumeAll(countersOf(signIns, attempt)),
    async afterSignIn(attempt) {
      const [one, ...others] = countersOf(signIns, attempt)
      await Promise.all([one?.limiter.delete(one.key), revert(others)])
    },
    takeBackSignIn: (attempt) => revert(countersOf(signIns, attempt)),
    limitReauthentication: (sessionId, work) =>
      limitReauthentication({ limiter: sessions, key: keyOf(sessionId) }, work),
    beforeResetRequest: (attempt) => consumeAll(countersOf(resets, byMailbox(attempt))),
    beforeReset: (address) => consumeAll([{ limiter: resets.addresses, key: keyOf(clientOf(address)) }]),
    beforeSignUp: (attempt) => consumeAll(countersOf(signUps, byMailbox({ ...attempt, device: undefined }))),
    beforeAcceptance: (address) => consumeAll([{ limiter: acceptances, key: keyOf(clientOf(address)) }]),
  }
}

/** Creates rate limiters that count in the database, for all replicas. */
export const limitersIn =
  (connection: Connection) => (keyPrefix: string, limit: { points: number; duration: number }) =>
    new RateLimiterMongo({
      storeClient: connection.getClient(),
      dbName: connection.name,
      tableName: 'throttles',
      disableIndexesCreation: true,
      keyPrefix,
      ...limit,
    })

interface Counter {
  readonly limiter: RateLimiterMongo
  readonly key: string
}

type Limiters = Readonly<Record<'ones' | 'addresses' | 'accounts', RateLimiterMongo>>

/**
 * The counters of an attempt, narrowest first, so that one network address uses up little of an account's
 * limit.
 */
function countersOf({ ones, addresses, accounts }: Limiters, { email, address, device }: Attempt): Counter[] {
  if (device !== undefined) return [{ limiter: ones, key: keyOf(device) }]
  const client = clientOf(address)
  return [
    { limiter: ones, key: keyOf(`${email} ${client}`) },
    { limiter: addresses, key: keyOf(client) },
    { limiter: accounts, key: keyOf(email) },
  ]
}

/** Count mails per mailbox, however its address is spelt. */
const byMailbox = (attempt: Attempt): Attempt => ({ ...attempt, email: mailboxOf(attempt.email) })

async function revert(counters: readonly Counter[]): Promise<void> {
  await Promise.all(counters.map(({ limiter, key }) => limiter.reward(key)))
}

async function limitReauthentication<T>(counter: Counter, work: () => Promise<T>): Promise<T> {
  await consumeAll([counter])
  try {
    const done = await work()
    await revert([counter])
    return done
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'invalid_proof')) await revert([counter])
    throw error
  }
}

/** E-mail and network addresses are stored only as hashes. */
const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Counts one attempt. @throws ProblemError `rate_limited` */
export const consume = (limiter: RateLimiterMongo, text: string): Promise<void> =>
  consumeKey({ limiter, key: keyOf(text) })

/** Sequential: an attempt rejected by one counter does not count in the next. */
async function consumeAll(counters: readonly Counter[]): Promise<void> {
  for (const counter of counters) await consumeKey(counter)
}

async function consumeKey({ limiter, key }: Counter): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new ProblemError('rate_limited', 'Too many attempts. Try again later.', {
      retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
    })
  }
}
