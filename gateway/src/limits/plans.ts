import type { Caller } from '@usher/contracts'

/** So many requests in so many seconds, from the first of them on. */
export interface Allowance {
  readonly requests: number
  readonly seconds: number
}

/** What one credential, or one organisation, may send: at a steady rate, and now and then more. */
export interface Limit {
  readonly rate: Allowance
  /** Beyond the rate; longer in coming back, so that a client that never rests is held to the rate. */
  readonly burst: Allowance
}

interface PlanLimits {
  /** Of every API key or session. */
  readonly credential: Limit
  /** Of all credentials of an organisation together. */
  readonly organization: Limit
}

const MINUTE = 60
const BURST_SECONDS = 10 * MINUTE

const perMinute = (requests: number, burst: number): Limit => ({
  rate: { requests, seconds: MINUTE },
  burst: { requests: burst, seconds: BURST_SECONDS },
})

const STANDARD = perMinute(600, 100)
/** A hundred times the standard plan, burst included. */
const DEVELOPMENT = perMinute(60_000, 10_000)

/**
 * The limits of each plan. A key may use all that its organisation has; the organisation's own limit is
 * there so that further keys are not further quota.
 */
export const PLAN_LIMITS: Readonly<Record<Caller['plan'], PlanLimits>> = {
  standard: { credential: STANDARD, organization: STANDARD },
  development: { credential: DEVELOPMENT, organization: DEVELOPMENT },
}

/**
 * Requests to the OAuth server from one address: applications keep a token for an hour, and people sign in
 * now and then, so a client that needs more does something wrong.
 */
export const OAUTH_LIMIT: Limit = perMinute(120, 120)

/**
 * Requests from one address to sign up, sign in, accept an invitation or reset a password. The accounts service counts
 * failures more strictly; this stops a flood before its bodies are read.
 */
export const ACCOUNT_LIMIT: Limit = perMinute(120, 120)

/**
 * Requests of guests from one address: a page that is live needs one now and then, one that asks again and
 * again every five seconds twelve a minute, and guests of one venue may share an address.
 */
export const GUEST_LIMIT: Limit = perMinute(300, 300)

/**
 * Streams that one API key or member may have open at this gateway. A server may follow each of some hundred queues by one
 * key, and people have a few screens each; for development as many as the queue service opens for an organisation.
 */
export const STREAMS_PER_CREDENTIAL: Readonly<Record<Caller['plan'], number>> = {
  standard: 500,
  development: 5_000,
}

/**
 * Streams without a credential that one address may have open at this gateway: a page for each of the hundreds of
 * guests in a hall behind one address.
 */
export const STREAMS_PER_ADDRESS = 1_000

/**
 * Calls of other parties' servers from one address. A provider of messages calls several times for each message of
 * all its customers here, from few addresses; what it is not heard about stays "sent".
 */
export const CALLBACK_LIMIT: Limit = perMinute(60_000, 10_000)

/** Requests without a valid credential (401) that one client address may send; more get 429. */
export const FAILED_REQUESTS: Allowance = { requests: 60, seconds: MINUTE }

/**
 * Wrong credentials that one client address may try before none that is new from there is even looked at.
 * Higher than the limit above, so that it is met by nobody but whoever guesses; API keys have 178 random
 * bits, of which this many guesses find nothing.
 */
export const GUESSES: Allowance = { requests: 300, seconds: MINUTE }
