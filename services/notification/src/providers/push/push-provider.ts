import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { NotificationError, PushSubscription } from '@usher/contracts'
import { failureWords, retryAfterMs, type SecretKey } from '@usher/service-kit'
import { HOUR_MS, SECOND_MS } from '@usher/service-kit/durations'
import { request } from 'undici'
import type { GuestRecord, GuestStore } from '../../guests/guest-store.ts'
import { openSubscription } from '../../guests/push-subscription.ts'
import { ownError } from '../../notifications/lifecycle.ts'
import { refused, type SendResult } from '../../notifications/outcome.ts'
import type { OutgoingMessage, Provider } from '../provider.ts'
import type { ProviderTools } from '../settings/provider-kind.ts'
import type { PushKeys } from './push-keys.ts'

const WEB_PUSH = 'web-push'

/** How long a push service keeps a message without an expiry for a browser that is offline. */
const KEPT_MS = HOUR_MS

interface Options {
  readonly push: PushKeys
  readonly secretKeys: readonly SecretKey[]
  readonly guests: GuestStore
  readonly tools: ProviderTools
}

const GONE = refused('subscription_gone', "The guest's browser no longer accepts notifications.")
const UNREADABLE = refused(
  'subscription_unreadable',
  'The stored push subscription cannot be decrypted with the configured secret keys.',
)
const UNUSABLE = refused(
  'subscription_unusable',
  'Nothing can be encrypted with the keys of the push subscription.',
)

/** Sends to guests' browsers (RFC 8030, 8291 and 8292). A message is addressed to the guest. */
export function createPushProvider({ push, secretKeys, guests, tools }: Options): Provider {
  const { contact: subject, publicKey, privateKey } = push
  const encrypt = (message: OutgoingMessage, guest: GuestRecord, subscription: PushSubscription) => {
    const leftMs = message.expiresAt ? message.expiresAt.getTime() - tools.clock.now().getTime() : KEPT_MS
    const ttl = Math.max(1, Math.floor(leftMs / SECOND_MS))
    return buildPushPayload(
      // A push service keeps the last message of a topic: a repeat replaces the first.
      {
        data: { ...payloadOf(message, guest.status_url) },
        options: { ttl, urgency: 'high', topic: message.id },
      },
      { ...subscription, expirationTime: null },
      { subject, publicKey, privateKey },
    )
  }
  return {
    id: WEB_PUSH,
    name: WEB_PUSH,
    channels: ['push'],
    recognisesRepeats: true,
    givesReceipts: false,
    async send(message, signal) {
      const guest = await guests.find(message.organizationId, message.to)
      if (!guest?.push) return GONE
      const subscription = readable(guest, guest.push, secretKeys)
      if (!subscription) return UNREADABLE
      // Keys come from strangers: one that nothing can be encrypted for is no fault of the service.
      const encrypted = await encrypt(message, guest, subscription).catch(() => undefined)
      if (!encrypted) return UNUSABLE
      const { headers, body } = encrypted
      const { endpoint } = subscription
      const result = await postPush({ endpoint, headers: { ...headers }, body, signal }, tools)
      if (result === 'sent') return { outcome: 'sent', messageId: message.id }
      if (result !== 'gone') return result
      await guests.unsubscribe(guest, guest.push.sealed)
      return GONE
    },
  }
}

function readable(...given: Parameters<typeof openSubscription>): PushSubscription | undefined {
  try {
    return openSubscription(...given)
  } catch {
    return undefined
  }
}

/** Push services take 4,096 bytes; so many characters fit whatever the script. */
const MAX_TITLE_CHARACTERS = 150
const MAX_BODY_CHARACTERS = 900

/** What the service worker of the guest pages (`push-worker.js`) shows. */
interface PushPayload {
  readonly title: string
  readonly body: string
  /** Path of the page that it opens; null: none. */
  readonly url: string | null
  /** A browser shows one notification of a tag: a repeat replaces the first. */
  readonly tag: string
}

const payloadOf = (
  { id, subject, text }: Pick<OutgoingMessage, 'id' | 'subject' | 'text'>,
  pageUrl: string | null,
): PushPayload => ({
  title: cut(subject, MAX_TITLE_CHARACTERS),
  body: cut(text, MAX_BODY_CHARACTERS),
  url: pageUrl && new URL(pageUrl).pathname,
  tag: id,
})

function cut(text: string, max: number): string {
  if (text.length <= max) return text
  // Half a surrogate pair at the end goes.
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`
}

/** Push services answer within milliseconds; a guest who was called must not wait for one that hangs. */
const ANSWER_LIMIT_MS = 3_000

interface Post {
  readonly endpoint: PushSubscription['endpoint']
  readonly headers: Record<string, string>
  readonly body: Uint8Array
  readonly signal: AbortSignal
}

/** gone: the browser has ended the subscription, or it has expired. */
type PushResult = Exclude<SendResult, { outcome: 'sent' }> | 'sent' | 'gone'

/**
 * Gives an encrypted message to a push service (RFC 8030 §5). Each failure is the subscription's own: its endpoint is
 * whatever a browser named, so one that fails tells nothing about others.
 */
async function postPush({ endpoint, signal, ...post }: Post, tools: ProviderTools): Promise<PushResult> {
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
    const late = `The push service did not answer within ${ANSWER_LIMIT_MS / 1_000} s.`
    if (limit.aborted) return failed(ownError('no_answer', late))
    return failed(ownError('provider_unreachable', `${failureWords(error as Error)}.`))
  }
}

/** Statuses that allow a retry (RFC 9110 §15.5.9, RFC 8470 §5.2, RFC 6585 §4). */
const RETRYABLE: ReadonlySet<number> = new Set([408, 425, 429])

function resultOf(status: number, wait: number | undefined): PushResult {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status >= 500 || RETRYABLE.has(status)) {
    const words = `The push service answered ${status}: it is temporarily unavailable.`
    return failed(ownError('provider_unavailable', words, String(status)), wait)
  }
  const words = `The push service answered ${status}: it rejected the message.`
  return refused('provider_refused', words, String(status))
}

/** Nothing was delivered, or it may be sent again without harm: a browser shows a repeat in place of the first. */
const failed = (error: NotificationError, wait?: number): PushResult => ({
  outcome: 'failed',
  error,
  isOfRecipient: true,
  ...(wait !== undefined && { retryAfterMs: wait }),
})
