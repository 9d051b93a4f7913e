import { ProblemError } from '@usher/service-kit'
import { wholeSeconds } from '@usher/service-kit/durations'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { KnownCaller } from '../credentials/known-caller.ts'
import type { CreateLimiter } from './limiters.ts'
import { AGENT_WRITES } from './plans.ts'

/** Limits the changes of each agent: by API key, or by application and organisation. */
export function createAgentWriteLimit(create: CreateLimiter): (caller: KnownCaller) => Promise<void> {
  const limiter = create('agent-writes', AGENT_WRITES)
  return async ({ limitHolder }) => {
    try {
      await limiter.consume(limitHolder)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      throw new ProblemError(
        'rate_limited',
        `This client has made ${AGENT_WRITES.requests} changes within a minute, the most that an agent may.`,
        { retryAfterSeconds: wholeSeconds(refusal.msBeforeNext) },
      )
    }
  }
}
