import type { Channel, Channels } from './channels.ts'

type ResourceState = 'sync' | 'exists'

interface Push {
  readonly channel: Channel
  readonly headers: Readonly<Record<string, string>>
  attempts: number
}

/** "… 500, 502, 503, or 504, the Google Calendar API retries with exponential backoff" (guides/push, "Receive") */
const RETRIED: readonly number[] = [500, 502, 503, 504]
const MAX_ATTEMPTS = 6
const TIMEOUT_MS = 10_000

export interface PushOptions {
  /** Milliseconds before a message is sent. */
  readonly delayMs: number
  /** Milliseconds before a failed message is retried; doubles each time. */
  readonly retryMs: number
}

/**
 * Sends the notification messages: "Notification messages aren't 100% reliable. Expect a small percentage of messages
 * to get dropped under normal working conditions." (guides/push, "Special considerations")
 */
export class Pushes implements AsyncDisposable {
  /** Number of next messages to drop. */
  toLose = 0
  /** How often each of the next messages is sent. */
  toRepeat = 0
  readonly #channels: Channels
  readonly #options: PushOptions
  readonly #held: Push[] = []
  readonly #waiting = new Map<Push, NodeJS.Timeout>()
  readonly #sending = new Set<Promise<void>>()
  readonly #ending = new AbortController()
  #isPaused = false

  constructor(channels: Channels, options: PushOptions) {
    this.#channels = channels
    this.#options = options
  }

  /** Sends the first message of a channel, which announces no change. */
  opened(channel: Channel): void {
    this.#push(channel, 'sync')
  }

  /** Notifies every channel of a calendar that events changed, without saying which. */
  changed(calendarId: string): void {
    for (const channel of this.#channels.open) {
      if (channel.calendarId === calendarId) this.#push(channel, 'exists')
    }
  }

  /** Holds messages back until `deliver`. */
  pause(): void {
    this.#isPaused = true
  }

  /** Sends held-back and waiting messages at once, stops holding back, and waits for all responses. */
  async deliver(): Promise<void> {
    this.#isPaused = false
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const [, timer] of waiting) clearTimeout(timer)
    for (const push of [...this.#held.splice(0), ...waiting.map(([push]) => push)]) this.#send(push)
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort()
    for (const timer of this.#waiting.values()) clearTimeout(timer)
    this.#waiting.clear()
    await Promise.all(this.#sending)
  }

  #push(channel: Channel, state: ResourceState): void {
    channel.messages += 1
    const headers = headersOf(channel, state)
    if (state !== 'sync' && this.toLose > 0) {
      this.toLose -= 1
      return
    }
    const times = this.toRepeat > 0 ? 2 : 1
    if (this.toRepeat > 0) this.toRepeat -= 1
    for (let time = 0; time < times; time++) this.#begin({ channel, headers, attempts: 0 })
  }

  #begin(push: Push): void {
    if (this.#isPaused) this.#held.push(push)
    else if (this.#options.delayMs > 0) this.#later(push, this.#options.delayMs)
    else this.#send(push)
  }

  #later(push: Push, ms: number): void {
    if (this.#ending.signal.aborted) return
    const timer = setTimeout(() => {
      this.#waiting.delete(push)
      this.#send(push)
    }, ms)
    this.#waiting.set(push, timer.unref())
  }

  #send(push: Push): void {
    const sending = this.#attempt(push).finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }

  async #attempt(push: Push): Promise<void> {
    push.attempts += 1
    const isDone = await post(push, this.#ending.signal)
    if (isDone || push.attempts >= MAX_ATTEMPTS) return
    this.#later(push, this.#options.retryMs * 2 ** (push.attempts - 1))
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

/** The headers of a message, which has no body (guides/push, "Understand the notification message format"). */
function headersOf(channel: Channel, state: ResourceState): Record<string, string> {
  return {
    'content-type': 'application/json; utf-8',
    'user-agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)',
    'x-goog-channel-id': channel.id,
    'x-goog-message-number': String(channel.messages),
    'x-goog-resource-id': channel.resourceId,
    'x-goog-resource-state': state,
    'x-goog-resource-uri': channel.resourceUri,
    'x-goog-channel-expiration': new Date(channel.expiration).toUTCString(),
    ...(channel.token === undefined ? {} : { 'x-goog-channel-token': channel.token }),
  }
}
