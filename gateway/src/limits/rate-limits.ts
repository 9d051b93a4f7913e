import type { Caller } from '@usher/contracts'
import { NETWORK_TIMES, networksOf, ProblemError } from '@usher/service-kit'
import { wholeSeconds } from '@usher/service-kit/durations'
import type { KnownCaller } from '../credentials/known-caller.ts'
import type { Exchange } from '../http/exchange.ts'
import { BruteForceGuard } from './brute-force-guard.ts'
import type { CreateLimiter } from './limiters.ts'
import {
  ADDRESS_LIMITS,
  type AddressLimit,
  AGENT_WRITES,
  type Allowance,
  type Limit,
  PLAN_LIMITS,
  STREAMS_PER_ADDRESS,
  STREAMS_PER_CREDENTIAL,
} from './plans.ts'
import { consume, createQuota, type Quota, type Standing, tighter } from './quota.ts'

export interface RateLimits {
  /**
   * Identifies the sender of a request, counts it unless a message of an agent asks for it, and sets the rate limit fields of its answer. A request over the
   * credential's limit does not count for the organisation.
   *
   * @param authenticate identifies the caller, at once or by a promise
   * @throws ProblemError `rate_limited` with `Retry-After`, or what authentication fails with
   */
  admit(exchange: Exchange, authenticate: () => KnownCaller | Promise<KnownCaller>): Promise<KnownCaller>
  /**
   * Counts a request without a credential by client address.
   *
   * @throws ProblemError `rate_limited`
   */
  countByAddress(exchange: Exchange, limit: AddressLimit): Promise<void>
  /**
   * Counts one more request of a caller who is admitted already.
   *
   * @throws ProblemError `rate_limited`
   */
  countRequest(caller: KnownCaller): Promise<void>
  /**
   * Counts a change by an agent.
   *
   * @throws ProblemError `rate_limited`
   */
  countAgentWrite(caller: KnownCaller): Promise<void>
  /**
   * Counts a stream while it is open, by credential or address.
   *
   * @throws ProblemError `rate_limited`
   */
  countStream(exchange: Exchange): void
}

interface PlanQuotas {
  readonly credential: Quota
  readonly organization: Quota
}

/** Limits requests by credential and organisation, as the plan says, and failed ones by address. */
export function createRateLimits(create: CreateLimiter): RateLimits {
  const quotas: Readonly<Record<Caller['plan'], PlanQuotas>> = {
    standard: quotasOf('standard', create),
    development: quotasOf('development', create),
  }
  const guesses = new BruteForceGuard(create)
  const byAddress = (name: AddressLimit) => addressQuota(name, ADDRESS_LIMITS[name], create)
  const addresses: Readonly<Record<AddressLimit, Quota>> = {
    oauth: byAddress('oauth'),
    account: byAddress('account'),
    guests: byAddress('guests'),
    callbacks: byAddress('callbacks'),
  }
  const agentWrites = create('agent-writes', AGENT_WRITES)
  const take = async ({ plan, limitHolder, organizationId }: KnownCaller): Promise<Standing> => {
    const { credential, organization } = quotas[plan]
    const own = await credential.take(limitHolder)
    if (!own.isAccepted) return own
    const shared = await organization.take(organizationId)
    return shared.isAccepted ? tighter(own, shared) : shared
  }
  return {
    async admit(exchange, authenticate) {
      const found = guesses.identify(exchange.req, authenticate)
      // Do not await a known caller: that would cost a turn of the event loop.
      const caller = found instanceof Promise ? await found : found
      exchange.caller = caller
      // Counted by the message of the agent, and by its tool.
      if (exchange.via) return caller
      const standing = await take(caller)
      exchange.limitHeaders = limitHeaders(standing)
      if (!standing.isAccepted) throw tooManyRequests(standing)
      return caller
    },
    async countRequest(caller) {
      const standing = await take(caller)
      if (!standing.isAccepted) throw tooManyRequests(standing)
    },
    async countByAddress(exchange, limit) {
      const standing = await addresses[limit].take(exchange.req.ip ?? '')
      exchange.limitHeaders = limitHeaders(standing)
      if (!standing.isAccepted) throw tooManyRequests(standing)
    },
    async countAgentWrite({ limitHolder }) {
      const { isAccepted, leftMs } = await consume(agentWrites, limitHolder)
      if (!isAccepted) throw tooManyWrites(leftMs)
    },
    countStream: createOpenStreamsLimit(),
  }
}

/** A quota for each address, and larger ones for the networks it is in. */
function addressQuota(name: string, { rate, burst }: Limit, create: CreateLimiter): Quota {
  const scaled = (allowance: Allowance, times: number) => ({
    ...allowance,
    requests: allowance.requests * times,
  })
  const quotas = new Map(
    NETWORK_TIMES.map((times) => {
      const limit = { rate: scaled(rate, times), burst: scaled(burst, times) }
      return [times, createQuota(name, times === 1 ? 'any' : `any-${times}`, limit, create)]
    }),
  )
  return {
    async take(address) {
      let tightest: Standing | undefined
      for (const { prefix, times } of networksOf(address)) {
        const standing = await (quotas.get(times) as Quota).take(prefix)
        if (!standing.isAccepted) return standing
        tightest = tightest ? tighter(tightest, standing) : standing
      }
      return tightest as Standing
    },
  }
}

const quotasOf = (plan: Caller['plan'], create: CreateLimiter): PlanQuotas => ({
  credential: createQuota('credential', plan, PLAN_LIMITS[plan].credential, create),
  organization: createQuota('organization', plan, PLAN_LIMITS[plan].organization, create),
})

/** The fields of draft-ietf-httpapi-ratelimit-headers-10 §3 and §4: one policy, the one that binds first. */
const limitHeaders = ({ name, policy, remaining, seconds }: Standing): readonly string[] => [
  'ratelimit-policy',
  policy,
  'ratelimit',
  `"${name}";r=${remaining};t=${seconds}`,
]

/** By name of the quota, without the `-burst` of its second counter. */
const TOO_MANY: Readonly<Record<string, string>> = {
  credential: 'This credential has sent too many requests.',
  organization: 'The credentials of this organisation have together sent too many requests.',
  oauth: 'Your address has sent too many requests to the OAuth server.',
  account: 'Your address has sent too many requests to sign in or sign up.',
  guests: 'Your address has sent too many requests.',
  callbacks: 'Your address has sent too many requests.',
}

const tooManyRequests = ({ name, seconds }: Standing) =>
  new ProblemError('rate_limited', TOO_MANY[name.replace('-burst', '')] ?? 'Too many requests were sent.', {
    retryAfterSeconds: seconds,
  })

/** By API key, or by application and organisation. */
const tooManyWrites = (leftMs: number) =>
  new ProblemError(
    'rate_limited',
    `This client has made ${AGENT_WRITES.requests} changes within a minute, the most that an agent may.`,
    { retryAfterSeconds: wholeSeconds(leftMs) },
  )

/** When a refused client should retry, in s: room appears whenever a client leaves. */
const RETRY_AFTER_SECONDS = 10

/**
 * Limits the streams open at once, per credential or member, or per address without one. Counted in this process. The
 * returned function takes a place until the answer is over.
 *
 * @throws ProblemError `rate_limited` if no place is left
 */
export function createOpenStreamsLimit(): (exchange: Exchange) => void {
  const counts = new Map<string, number>()
  const leave = (holder: string) => {
    const left = (counts.get(holder) ?? 1) - 1
    if (left > 0) counts.set(holder, left)
    else counts.delete(holder)
  }
  return (exchange) => {
    const { caller = exchange.session, req, res } = exchange
    const max = caller ? STREAMS_PER_CREDENTIAL[caller.plan] : STREAMS_PER_ADDRESS
    const holders = caller ? [{ prefix: caller.limitHolder, times: 1 }] : networksOf(req.ip ?? '')
    const full = holders.find(({ prefix, times }) => (counts.get(prefix) ?? 0) >= max * times)
    if (full) {
      exchange.limitHeaders = streamHeaders(max * full.times)
      throw tooManyStreams(caller ? 'This credential' : 'Your address')
    }
    for (const { prefix } of holders) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
    res.once('close', () => {
      for (const { prefix } of holders) leave(prefix)
    })
  }
}

/** A policy without a window, of draft-ietf-httpapi-ratelimit-headers-10 §3.1. */
const streamHeaders = (max: number): readonly string[] => [
  'ratelimit-policy',
  `"streams";q=${max};qu="concurrent-requests"`,
  'ratelimit',
  `"streams";r=0;t=${RETRY_AFTER_SECONDS}`,
]

const tooManyStreams = (who: string) =>
  new ProblemError('rate_limited', `${who} has too many streams open.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
