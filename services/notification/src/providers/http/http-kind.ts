import { isIP } from 'node:net'
import type { NotificationError, ProviderCredentials, ProviderSettings } from '@usher/contracts'
import {
  ADDRESS_REFUSED,
  failureWords,
  invalidField,
  ReceiverError,
  type Refusal,
  retryAfterMs,
} from '@usher/service-kit'
import { Webhook } from 'standardwebhooks'
import { request } from 'undici'
import { refused, type SendResult } from '../../notifications/outcome.ts'
import type { OutgoingMessage, Provider } from '../provider.ts'
import type { ProviderKind, ProviderSetup, ProviderTools } from '../settings/provider-kind.ts'

type Settings = ProviderSettings<'http'>
type Credentials = ProviderCredentials<'http'>

/** Any service that accepts a signed POST and forwards the message. */
export const httpKind: ProviderKind<Settings, Credentials> = {
  channels: ['sms', 'email'],
  callbacks: { events_url: 'http-events' },
  check: checkUrl,
  create: createHttp,
}

const refuse = ({ message, code }: Refusal) => invalidField('/settings/url', message, code)

/** Reports a mistake when it is made; the address is checked again at each connection. */
async function checkUrl({ url: text }: Settings, { refusalOf, resolve, isAllowedAddress }: ProviderTools) {
  const url = new URL(text)
  const refusal = refusalOf(url)
  if (refusal) throw refuse(refusal)
  if (isIP(url.hostname.replace(/^\[(.*)\]$/, '$1'))) return
  const addresses = await resolve(url.hostname)
  if (addresses.some(({ address }) => !isAllowedAddress(address))) throw refuse(ADDRESS_REFUSED)
}

function createHttp(setup: ProviderSetup<Settings, Credentials>, tools: ProviderTools): Provider {
  const { secret } = setup.credentials
  return {
    id: setup.id,
    name: 'http',
    channels: setup.channels,
    // The message id is sent along, by which the receiver recognises a repeat.
    recognisesRepeats: true,
    givesReceipts: setup.settings.receipts,
    send: (message, signal) => postSigned({ url: setup.settings.url, secret, message, signal }, tools),
  }
}

interface Post {
  readonly url: string
  readonly secret: string
  readonly message: OutgoingMessage
  readonly signal: AbortSignal
}

/** Errors before a connection was made: nothing was sent. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Longest message id stored. */
const MAX_ID_CHARACTERS = 200

/** Statuses that ask to retry (RFC 9110 §15.5.9, RFC 6585 §4). */
const COME_AGAIN: ReadonlySet<number> = new Set([408, 425, 429])

/**
 * Posts a message as JSON, signed by Standard Webhooks 1.0 (standardwebhooks.com) under the notification's id. Any
 * 2xx accepts it; its JSON may have an `id`, the receiver's own message id.
 */
async function postSigned({ url, secret, message, signal }: Post, tools: ProviderTools): Promise<SendResult> {
  const { clock, dispatcher, refusalOf } = tools
  const refusal = refusalOf(new URL(url))
  if (refusal) return refused('url_refused', `Nothing is sent to this URL: it ${refusal.message}.`)
  const { id, channel, to, subject, text } = message
  const body = JSON.stringify({ id, channel, to, subject, text })
  const now = clock.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Usher-Messages/1',
    'idempotency-key': id,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
  try {
    const answer = await request(url, { method: 'POST', headers, body, signal, dispatcher })
    const { statusCode: status } = answer
    if (status >= 200 && status < 300) {
      return { outcome: 'sent', messageId: idIn(await answer.body.text()) ?? id }
    }
    await answer.body.dump()
    return resultOfStatus(status, retryAfterMs(textOf(answer.headers['retry-after']), now))
  } catch (error) {
    return resultOfError(error as Error & { code?: unknown })
  }
}

function resultOfStatus(status: number, wait: number | undefined): SendResult {
  const code = String(status)
  if (status >= 500 || COME_AGAIN.has(status)) {
    const message = `The provider answered ${status}: it cannot take messages for the moment.`
    const error: NotificationError = { code: 'provider_unavailable', message, provider_code: code }
    return { outcome: 'failed', error, ...(wait !== undefined && { retryAfterMs: wait }) }
  }
  const words = status < 400 ? 'redirects are not followed' : 'it does not take this message'
  return refused('provider_refused', `The provider answered ${status}: ${words}.`, code)
}

function resultOfError(error: Error & { code?: unknown }): SendResult {
  const wasNotSent = error instanceof ReceiverError || NOT_CONNECTED.has(String(error.code))
  const code = wasNotSent ? 'provider_unreachable' : 'no_answer'
  return {
    outcome: wasNotSent ? 'failed' : 'unknown',
    error: { code, message: `${failureWords(error)}.`, provider_code: null },
  }
}

/** The id in a JSON response, if any. */
function idIn(body: string): string | undefined {
  try {
    const { id } = JSON.parse(body)
    return typeof id === 'string' ? id.slice(0, MAX_ID_CHARACTERS) : undefined
  } catch {
    return undefined
  }
}

const textOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)
