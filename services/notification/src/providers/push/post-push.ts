import type { PushSubscription } from '@usher/contracts'
import { failureWords, retryAfterMs } from '@usher/service-kit'
import { request } from 'undici'
import { ownError } from '../../notifications/lifecycle.ts'
import type { SendResult } from '../../notifications/outcome.ts'
import type { ProviderTools } from '../settings/provider-kind.ts'

/** Push services answer within milliseconds; a guest who was called must not wait for one that hangs. */
const ANSWER_LIMIT_MS = 3_000

interface Post {
  readonly endpoint: PushSubscription['endpoint']
  readonly headers: Record<string, string>
  readonly body: Uint8Array
  readonly signal: AbortSignal
}

/** gone: the browser has ended the subscription, or it has expired. */
export type PushResult = Exclude<SendResult, { outcome: 'sent' }> | 'sent' | 'gone'

/**
 * Gives an encrypted message to a push service (RFC 8030 §5). Each failure is the subscription's own: its endpoint is
 * whatever a browser named, so one that fails tells nothing about others.
 */
export async function postPush(
  { endpoint, signal, ...post }: Post,
  tools: ProviderTools,
): Promise<PushResult> {
  const { clock, dispatcher, refusalOf } = tools
  const refusal = refusalOf(new URL(endpoint))
  if (refusal) return refused('url_refused', `Nothing is sent to this push service: it ${refusal.message}.`)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)])
  try {
    const answer = await request(endpoint, { method: 'POST', ...post, signal: limit, dispatcher })
    await answer.body.dump()
    const wait = answer.headers['retry-after']
    return resultOf(answer.statusCode, retryAfterMs(Array.isArray(wait) ? wait[0] : wait, clock.now()))
  } catch (error) {
    if (limit.aborted)
      return failed('no_answer', `The push service did not answer within ${ANSWER_LIMIT_MS / 1_000} s.`)
    return failed('provider_unreachable', `${failureWords(error as Error)}.`)
  }
}

/** Statuses that allow a retry (RFC 9110 §15.5.9, RFC 8470 §5.2, RFC 6585 §4). */
const RETRYABLE: ReadonlySet<number> = new Set([408, 425, 429])

function resultOf(status: number, wait: number | undefined): PushResult {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status >= 500 || RETRYABLE.has(status)) {
    const words = `The push service answered ${status}: it is temporarily unavailable.`
    return failed('provider_unavailable', words, { status, wait })
  }
  return refused('provider_refused', `The push service answered ${status}: it rejected the message.`, status)
}

const refused = (code: string, message: string, status?: number): PushResult => ({
  outcome: 'refused',
  error: { ...ownError(code, message), provider_code: status === undefined ? null : String(status) },
})

interface Answered {
  readonly status?: number
  readonly wait?: number | undefined
}

/** Nothing was delivered, or it may be sent again without harm: a browser shows a repeat in place of the first. */
const failed = (code: string, message: string, { status, wait }: Answered = {}): PushResult => ({
  outcome: 'failed',
  error: { ...ownError(code, message), provider_code: status === undefined ? null : String(status) },
  isOfRecipient: true,
  ...(wait !== undefined && { retryAfterMs: wait }),
})
