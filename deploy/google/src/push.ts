import { z } from 'zod'
import { parse } from './event.ts'
import { GoogleError } from './google-error.ts'
import type { Clock } from './state.ts'

/** "params.ttl: The time-to-live in seconds for the notification channel. Default is 604800 seconds." (events.watch) */
const TTL_MS = 604_800_000
/** "… 500, 502, 503, or 504, the Google Calendar API retries with exponential backoff" (guides/push, "Receive") */
const RETRIED: readonly number[] = [500, 502, 503, 504]
const MAX_ATTEMPTS = 6
const TIMEOUT_MS = 10_000

/** https://developers.google.com/workspace/calendar/api/v3/reference/events/watch#request-body */
const watchSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9\-_+/=]{1,64}$/),
  type: z.enum(['web_hook', 'webhook']),
  address: z.url(),
  token: z.string().max(256).optional(),
})

export interface Channel {
  readonly id: string
  readonly resourceId: string
  readonly resourceUri: string
  readonly calendarId: string
  readonly email: string
  readonly address: string
  readonly token?: string | undefined
  /** Milliseconds. */
  readonly expiration: number
  /** Number of the last message. */
  messages: number
}

interface Push {
  readonly channel: Channel
  readonly headers: Readonly<Record<string, string>>
  attempts: number
}

/**
 * Notification channels and their messages: https://developers.google.com/workspace/calendar/api/guides/push.
 * "Notification messages aren't 100% reliable. Expect a small percentage of messages to get dropped under normal
 * working conditions." ("Special considerations")
 */
export class Pushes implements AsyncDisposable {
  /** Number of next messages to drop. */
  toLose = 0
  /** Number of next messages to send twice. */
  toRepeat = 0
  isPaused = false
  readonly #clock: Clock
  readonly #retryMs: number
  readonly #channels = new Map<string, Channel>()
  /** Paused, or waiting for another attempt. */
  readonly #held = new Set<Push>()
  readonly #sending = new Set<Promise<void>>()
  readonly #ending = new AbortController()

  /** @param retryMs before a failed message is sent again; doubles each time */
  constructor(clock: Clock, channels: readonly Channel[], retryMs: number) {
    this.#clock = clock
    this.#retryMs = retryMs
    for (const channel of channels) this.#channels.set(channel.id, channel)
  }

  /** The channels that have not expired. */
  get open(): Channel[] {
    const now = this.#clock.now().getTime()
    return [...this.#channels.values()].filter(({ expiration }) => expiration > now)
  }

  /**
   * Opens a channel for the events of a calendar, and sends its first message, which announces no change.
   *
   * @throws GoogleError 400 for an id in use or an invalid address
   */
  watch(body: unknown, watched: Pick<Channel, 'calendarId' | 'email' | 'resourceUri'>) {
    const { id, address, token } = parse(watchSchema, body)
    if (this.open.some((channel) => channel.id === id)) throw new GoogleError('channelIdNotUnique')
    const { protocol, hostname } = new URL(address)
    // Google sends only to https; here also to plain http on loopback, for tests and development.
    if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      throw new GoogleError('push.webhookUrlNotHttps')
    const channel = {
      ...watched,
      id,
      address,
      token,
      // "An opaque ID that identifies the resource being watched … Stable across different API versions."
      resourceId: Buffer.from(new URL(watched.resourceUri).pathname).toString('base64url'),
      expiration: this.#clock.now().getTime() + TTL_MS,
      messages: 0,
    }
    this.#channels.set(id, channel)
    this.#push(channel, 'sync')
    const { resourceId, resourceUri, expiration } = channel
    return { kind: 'api#channel', id, resourceId, resourceUri, token, expiration: String(expiration) }
  }

  /** https://developers.google.com/workspace/calendar/api/v3/reference/channels/stop */
  stop(body: unknown, email: string): void {
    const { id, resourceId } = (body ?? {}) as Partial<Channel>
    const channel = this.open.find((known) => known.id === id)
    if (!channel || channel.resourceId !== resourceId || channel.email !== email)
      throw new GoogleError('notFound', `Channel '${id}' not found for project`)
    this.#channels.delete(channel.id)
  }

  /** Notifies every channel of a calendar that events changed, without saying which. */
  changed(calendarId: string): void {
    for (const channel of this.open) if (channel.calendarId === calendarId) this.#push(channel, 'exists')
  }

  /** Sends what is held back or waiting at once, stops holding back, and waits for all responses. */
  async deliver(): Promise<void> {
    this.isPaused = false
    for (const push of this.#held) this.#send(push)
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#sending)
  }

  #push(channel: Channel, state: 'sync' | 'exists'): void {
    channel.messages += 1
    const headers = headersOf(channel, state)
    if (state !== 'sync' && this.toLose > 0) {
      this.toLose -= 1
      return
    }
    const copies = this.toRepeat > 0 ? 2 : 1
    if (this.toRepeat > 0) this.toRepeat -= 1
    for (let copy = 0; copy < copies; copy++) {
      const push = { channel, headers, attempts: 0 }
      if (this.isPaused) this.#held.add(push)
      else this.#send(push)
    }
  }

  #send(push: Push): void {
    this.#held.delete(push)
    const sending = this.#attempt(push).finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }

  async #attempt(push: Push): Promise<void> {
    push.attempts += 1
    const isDone = await post(push, this.#ending.signal)
    if (isDone || push.attempts >= MAX_ATTEMPTS) return
    this.#held.add(push)
    const again = () => {
      if (this.#held.has(push) && !this.#ending.signal.aborted) this.#send(push)
    }
    setTimeout(again, this.#retryMs * 2 ** (push.attempts - 1)).unref()
  }
}

/** Posts a message. True if it was accepted or given up; redirects are not followed. */
async function post({ channel, headers }: Push, ending: AbortSignal): Promise<boolean> {
  try {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(TIMEOUT_MS)])
    const answer = await fetch(channel.address, { method: 'POST', headers, redirect: 'manual', signal })
    await answer.body?.cancel()
    return !RETRIED.includes(answer.status)
  } catch {
    return ending.aborted
  }
}

/** The headers of a message, which has no body ("Understand the notification message format"). */
function headersOf(channel: Channel, state: string): Record<string, string> {
  return {
    'content-type': 'application/json; utf-8',
    'user-agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)',
    'x-goog-channel-id': channel.id,
    'x-goog-message-number': String(channel.messages),
    'x-goog-resource-id': channel.resourceId,
    'x-goog-resource-state': state,
    'x-goog-resource-uri': channel.resourceUri,
    'x-goog-channel-expiration': new Date(channel.expiration).toUTCString(),
    ...(channel.token !== undefined && { 'x-goog-channel-token': channel.token }),
  }
}
