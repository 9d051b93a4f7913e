import type { Caller } from '@usher/contracts'

/** A number of requests per window of so many seconds, which starts with the first request. */
export interface Allowance {
  readonly requests: number
  readonly seconds: number
}

/** What one credential or organisation may send: a steady rate, and occasional bursts. */
export interface Limit {
  readonly rate: Allowance
  /** Extra requests above the rate; refilled more slowly, so that a client that never rests is held to the rate. */
  readonly burst: Allowance
}

interface PlanLimits {
  /** Per API key or session. */
  readonly credential: Limit
  /** For all credentials of an organisation together. */
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
 * Limits by plan. One key may use all of its organisation's limit; that limit keeps further keys from being further
 * quota.
 */
export const PLAN_LIMITS: Readonly<Record<Caller['plan'], PlanLimits>> = {
  standard: { credential: STANDARD, organization: STANDARD },
  development: { credential: DEVELOPMENT, organization: DEVELOPMENT },
}

/** Requests per client address, by what they are for. */
export const ADDRESS_LIMITS = {
  /** Applications keep a token for an hour and people sign in now and then: a client that needs more is faulty. */
  oauth: perMinute(120, 120),
  /**
   * Sign up, sign in, accept an invitation or reset a password. The accounts service limits failures more strictly;
   * this stops a flood before its bodies are read.
   */
  account: perMinute(120, 120),
  /**
   * A guest's page with a live stream needs one now and then, one that polls every five seconds twelve a minute, and
   * guests of a venue may share an address.
   */
  guests: perMinute(300, 300),
  /**
   * Callbacks from other parties' servers. A message provider calls several times per message, for all its customers
   * here, from few addresses; if a report is lost the message stays "sent".
   */
  callbacks: perMinute(60_000, 10_000),
} satisfies Record<string, Limit>

/** What requests without a credential are counted as. */
export type AddressLimit = keyof typeof ADDRESS_LIMITS

/**
 * Changes per agent, whatever the plan: one that goes round in circles is stopped before it has called everybody in a
 * line. People who work with an agent need fewer.
 */
export const AGENT_WRITES: Allowance = { requests: 60, seconds: MINUTE }

/**
 * Open streams per API key or member at this gateway. A server may follow some hundred queues with one key, and
 * people have a few screens each; for development as many as the queue service opens for an organisation.
 */
export const STREAMS_PER_CREDENTIAL: Readonly<Record<Caller['plan'], number>> = {
  standard: 500,
  development: 5_000,
}

/**
 * Open streams without a credential per address at this gateway: a page for each of the hundreds of guests in a hall
 * behind one address.
 */
export const STREAMS_PER_ADDRESS = 1_000

/** Requests without a valid credential (401) per client address; more get 429. */
export const FAILED_REQUESTS: Allowance = { requests: 60, seconds: MINUTE }

/**
 * Wrong credentials per client address before new ones from there are no longer even checked. Higher than the limit
 * above, so that only guessing reaches it; API keys have 178 random bits, so this many guesses find nothing.
 */
export const GUESSES: Allowance = { requests: 300, seconds: MINUTE }
