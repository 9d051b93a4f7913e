import { createHash } from 'node:crypto'
import { clientOf, ProblemError } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible'

const QUARTER_HOUR_SECONDS = 900
const HOUR_SECONDS = 3_600

/** Failed sign-ins to one account, whether it exists or not (OWASP ASVS 4.0.3, 2.2.1: at most 100 an hour). */
const FAILURES_PER_ACCOUNT = { points: 10, duration: QUARTER_HOUR_SECONDS }
/** Failed sign-ins from one address, behind which a whole venue may be. */
const FAILURES_PER_ADDRESS = { points: 50, duration: QUARTER_HOUR_SECONDS }
/** Mails to one account, whether it exists or not: enough for one that got lost, too few to be a nuisance. */
const RESETS_PER_ACCOUNT = { points: 5, duration: HOUR_SECONDS }
const RESETS_PER_ADDRESS = { points: 30, duration: HOUR_SECONDS }
const SIGN_UPS_PER_ADDRESS = { points: 30, duration: HOUR_SECONDS }

export interface Throttle {
  /** Counts a sign-in before it is tried. @throws ProblemError `rate_limited` */
  beforeSignIn(email: string, address: string): Promise<void>
  /** Takes back what was counted, as the sign-in did not fail. */
  afterSignIn(email: string, address: string): Promise<void>
  /** Takes back what was counted, but no failure before it: only half of the proofs were given. */
  takeBackSignIn(email: string, address: string): Promise<void>
  /**
   * Counts the failures of somebody signed in to prove again who they are with those to sign in. Success does
   * not clear them: it would let whoever has the password guess codes without end.
   *
   * @param work fails with `invalid_proof` where the proof is wrong
   * @throws ProblemError `rate_limited`, or what `work` fails with
   */
  whileProving<T>(email: string, work: () => Promise<T>): Promise<T>
  /** Counts a request for a password reset before it is served. @throws ProblemError `rate_limited` */
  beforeResetRequest(email: string, address: string): Promise<void>
  /** Counts a password reset, with the requests for such, before it is tried. @throws ProblemError `rate_limited` */
  beforeReset(address: string): Promise<void>
  /** Counts a sign-up before it is tried. @throws ProblemError `rate_limited` */
  beforeSignUp(address: string): Promise<void>
}

/** Slows down the guessing of passwords and the mass-making of accounts, over all replicas of the service. */
export async function createThrottle(connection: Connection): Promise<Throttle> {
  const limiter = limitersIn(connection)
  const accounts = limiter('sign-in-account', FAILURES_PER_ACCOUNT)
  const addresses = limiter('sign-in-address', FAILURES_PER_ADDRESS)
  const resetAccounts = limiter('reset-account', RESETS_PER_ACCOUNT)
  const resetAddresses = limiter('reset-address', RESETS_PER_ADDRESS)
  const signUps = limiter('sign-up-address', SIGN_UPS_PER_ADDRESS)
  await accounts.createIndexes()
  return {
    async beforeSignIn(email, address) {
      await consume(addresses, clientOf(address))
      await consume(accounts, email)
    },
    async afterSignIn(email, address) {
      await Promise.all([accounts.delete(keyOf(email)), addresses.reward(keyOf(clientOf(address)))])
    },
    async takeBackSignIn(email, address) {
      await Promise.all([accounts.reward(keyOf(email)), addresses.reward(keyOf(clientOf(address)))])
    },
    whileProving: (email, work) => whileProving(accounts, email, work),
    async beforeResetRequest(email, address) {
      await consume(resetAddresses, clientOf(address))
      await consume(resetAccounts, email)
    },
    beforeReset: (address) => consume(resetAddresses, clientOf(address)),
    beforeSignUp: (address) => consume(signUps, clientOf(address)),
  }
}

const limitersIn =
  (connection: Connection) => (keyPrefix: string, limit: { points: number; duration: number }) =>
    new RateLimiterMongo({
      storeClient: connection.getClient(),
      dbName: connection.name,
      tableName: 'throttles',
      disableIndexesCreation: true,
      keyPrefix,
      ...limit,
    })

async function whileProving<T>(
  accounts: RateLimiterMongo,
  email: string,
  work: () => Promise<T>,
): Promise<T> {
  await consume(accounts, email)
  const takeBack = () => accounts.reward(keyOf(email))
  try {
    const done = await work()
    await takeBack()
    return done
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'invalid_proof')) await takeBack()
    throw error
  }
}

/** Neither e-mail addresses nor network addresses are kept as they are. */
const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

async function consume(limiter: RateLimiterMongo, text: string): Promise<void> {
  try {
    await limiter.consume(keyOf(text))
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new ProblemError('rate_limited', 'There were too many attempts. Try again later.', {
      retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
    })
  }
}
