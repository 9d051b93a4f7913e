import { createHash } from 'node:crypto'
import { clientOf, mailboxOf, ProblemError } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'

const QUARTER_HOUR_SECONDS = 900
const HOUR_SECONDS = 3_600

/** Failed sign-ins of a browser by which a member is known, or of one address to one account. */
const FAILURES_OF_ONE = { points: 10, duration: QUARTER_HOUR_SECONDS }
/** Failed sign-ins from one address, behind which a whole venue may be. */
const FAILURES_PER_ADDRESS = { points: 50, duration: QUARTER_HOUR_SECONDS }
/** Failed sign-ins to one account, which may not exist, from all unknown browsers (OWASP ASVS 4.0.3, 2.2.1: at most 100 an hour). */
const FAILURES_PER_ACCOUNT = { points: 100, duration: HOUR_SECONDS }
/** Failures of a session to prove again who it is. */
const FAILURES_PER_SESSION = { points: 10, duration: QUARTER_HOUR_SECONDS }
/** Mails asked for by a known browser, or by one address for one account: enough for one that got lost. */
const RESETS_OF_ONE = { points: 5, duration: HOUR_SECONDS }
const RESETS_PER_ADDRESS = { points: 30, duration: HOUR_SECONDS }
/** Mails to one account, which may not exist, for all unknown browsers: too few to be much of a nuisance. */
const RESETS_PER_ACCOUNT = { points: 20, duration: HOUR_SECONDS }
/** Sign-ups with one e-mail address from one network address: enough for mails that got lost, too few to use up what is below. */
const SIGN_UPS_OF_ONE = { points: 5, duration: HOUR_SECONDS }
const SIGN_UPS_PER_ADDRESS = { points: 30, duration: HOUR_SECONDS }
/** Sign-ups with one e-mail address, from anywhere, each of which is a mail to it. */
const SIGN_UPS_PER_ACCOUNT = { points: 20, duration: HOUR_SECONDS }

/** Who tries something with an account, as far as it is known before they prove who they are. */
export interface Attempt {
  readonly email: string
  readonly address: string
  /** Identifier of the browser, where it is known for this account: what others do does not count against it. */
  readonly device: string | undefined
}

export interface Throttle {
  /** Counts a sign-in before it is tried. @throws ProblemError `rate_limited` */
  beforeSignIn(attempt: Attempt): Promise<void>
  /** Takes back what was counted, as the sign-in did not fail, and forgets failures of the same browser or address. */
  afterSignIn(attempt: Attempt): Promise<void>
  /** Takes back what was counted, but no failure before it: only half of the proofs were given. */
  takeBackSignIn(attempt: Attempt): Promise<void>
  /**
   * Counts the failures of a session to prove again who it is, apart from those to sign in, which anybody can
   * cause. Success does not clear them: it would let whoever has the password guess codes without end.
   *
   * @param work fails with `invalid_proof` where the proof is wrong
   * @throws ProblemError `rate_limited`, or what `work` fails with
   */
  whileProving<T>(sessionId: string, work: () => Promise<T>): Promise<T>
  /** Counts a request for a password reset before it is served. @throws ProblemError `rate_limited` */
  beforeResetRequest(attempt: Attempt): Promise<void>
  /** Counts a password reset, with the requests for such, before it is tried. @throws ProblemError `rate_limited` */
  beforeReset(address: string): Promise<void>
  /** Counts a sign-up before it is tried. @throws ProblemError `rate_limited` */
  beforeSignUp(attempt: Pick<Attempt, 'email' | 'address'>): Promise<void>
  /** Counts the acceptance of an invitation, with sign-ups, before it is tried. @throws ProblemError `rate_limited` */
  beforeAcceptance(address: string): Promise<void>
}

/** Slows down the guessing of passwords and the mass-making of accounts, over all replicas of the service. */
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
  await sessions.createIndexes()
  return {
    beforeSignIn: (attempt) => consumeAll(countersOf(signIns, attempt)),
    async afterSignIn(attempt) {
      const [one, ...others] = countersOf(signIns, attempt)
      await Promise.all([one?.limiter.delete(one.key), takeBack(others)])
    },
    takeBackSignIn: (attempt) => takeBack(countersOf(signIns, attempt)),
    whileProving: (sessionId, work) => whileProving({ limiter: sessions, key: keyOf(sessionId) }, work),
    beforeResetRequest: (attempt) => consumeAll(countersOf(resets, toMailbox(attempt))),
    beforeReset: (address) => consumeAll([{ limiter: resets.addresses, key: keyOf(clientOf(address)) }]),
    beforeSignUp: (attempt) => consumeAll(countersOf(signUps, toMailbox({ ...attempt, device: undefined }))),
    beforeAcceptance: (address) =>
      consumeAll([{ limiter: signUps.addresses, key: keyOf(clientOf(address)) }]),
  }
}

/** Makes limiters that count in the database, for all replicas. */
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

/** What an attempt counts against: the narrowest first, so that one address uses up little of what is an account's. */
function countersOf({ ones, addresses, accounts }: Limiters, { email, address, device }: Attempt): Counter[] {
  if (device !== undefined) return [{ limiter: ones, key: keyOf(device) }]
  const client = clientOf(address)
  return [
    { limiter: ones, key: keyOf(`${email} ${client}`) },
    { limiter: addresses, key: keyOf(client) },
    { limiter: accounts, key: keyOf(email) },
  ]
}

/** A mail is one to a person, however their address is spelt. */
const toMailbox = (attempt: Attempt): Attempt => ({ ...attempt, email: mailboxOf(attempt.email) })

async function takeBack(counters: readonly Counter[]): Promise<void> {
  await Promise.all(counters.map(({ limiter, key }) => limiter.reward(key)))
}

async function whileProving<T>(counter: Counter, work: () => Promise<T>): Promise<T> {
  await consumeAll([counter])
  try {
    const done = await work()
    await takeBack([counter])
    return done
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'invalid_proof')) await takeBack([counter])
    throw error
  }
}

/** Neither e-mail addresses nor network addresses are kept as they are. */
const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Counts one more. @throws ProblemError `rate_limited` */
export const consume = (limiter: RateLimiterMongo, text: string): Promise<void> =>
  consumeKey({ limiter, key: keyOf(text) })

/** One after the other: what the first refuses does not count against the next. */
async function consumeAll(counters: readonly Counter[]): Promise<void> {
  for (const counter of counters) await consumeKey(counter)
}

async function consumeKey({ limiter, key }: Counter): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new ProblemError('rate_limited', 'There were too many attempts. Try again later.', {
      retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
    })
  }
}
