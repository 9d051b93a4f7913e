import { networksOf, ProblemError } from '@usher/service-kit'
import type { Exchange } from '../http/exchange.ts'
import { STREAMS_PER_ADDRESS, STREAMS_PER_CREDENTIAL } from './plans.ts'

/** When a refused client should retry, in s: room appears whenever somebody leaves. */
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
      exchange.limitHeaders = limitHeaders(max * full.times)
      throw tooManyStreams(caller ? 'This credential' : 'Your address')
    }
    for (const { prefix } of holders) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
    res.once('close', () => {
      for (const { prefix } of holders) leave(prefix)
    })
  }
}

/** A policy without a window, of draft-ietf-httpapi-ratelimit-headers-10 §3.1. */
const limitHeaders = (max: number): readonly string[] => [
  'ratelimit-policy',
  `"streams";q=${max};qu="concurrent-requests"`,
  'ratelimit',
  `"streams";r=0;t=${RETRY_AFTER_SECONDS}`,
]

const tooManyStreams = (who: string) =>
  new ProblemError('rate_limited', `${who} has too many streams open.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
