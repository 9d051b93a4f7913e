import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { GoogleError, invalid, notFound } from '../google-error.ts'

/** "params.ttl: The time-to-live in seconds for the notification channel. Default is 604800 seconds." (events.watch) */
const USUAL_TTL_S = 604_800

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

/** https://developers.google.com/workspace/calendar/api/v3/reference/events/watch#request-body */
const watchSchema = z.object({
  id: z.string().regex(/^[A-Za-z0-9\-_+/=]{1,64}$/),
  type: z.enum(['web_hook', 'webhook']),
  address: z.url(),
  token: z.string().max(256).optional(),
  params: z.object({ ttl: z.coerce.number().int().positive().optional() }).optional(),
  expiration: z.coerce.number().int().positive().optional(),
})

interface ChannelOptions {
  readonly clock: Clock
  /** Maximum lifetime of a channel in seconds. Google shortens longer requests. */
  readonly maxTtlSeconds: number
  /** Google sends only to https; here also to plain http on loopback, for tests and development. */
  readonly allowHttpLoopback: boolean
}

/** The notification channels that are open: https://developers.google.com/workspace/calendar/api/guides/push */
export class Channels {
  onChange: () => void = () => {}
  readonly #options: ChannelOptions
  readonly #channels = new Map<string, Channel>()

  constructor(options: ChannelOptions) {
    this.#options = options
  }

  /** The channels that have not expired. */
  get open(): Channel[] {
    const now = this.#options.clock.now().getTime()
    return [...this.#channels.values()].filter(({ expiration }) => expiration > now)
  }

  /**
   * Opens a channel for the events of a calendar.
   *
   * @throws GoogleError 400 for an id in use or an invalid address
   */
  watch(body: unknown, watched: Pick<Channel, 'calendarId' | 'email' | 'resourceUri'>): Channel {
    const read = watchSchema.safeParse(body)
    if (!read.success) throw invalid(z.prettifyError(read.error))
    const { id, address, token, params, expiration } = read.data
    if (this.open.some((channel) => channel.id === id)) {
      throw new GoogleError(400, 'channelIdNotUnique', `Channel id ${id} not unique`)
    }
    this.#requireAddress(address)
    const now = this.#options.clock.now().getTime()
    const wanted = params?.ttl ? now + params.ttl * 1_000 : (expiration ?? now + USUAL_TTL_S * 1_000)
    const channel: Channel = {
      ...watched,
      id,
      address,
      token,
      resourceId: resourceIdOf(watched.resourceUri),
      expiration: Math.min(wanted, now + this.#options.maxTtlSeconds * 1_000),
      messages: 0,
    }
    this.#channels.set(id, channel)
    this.onChange()
    return channel
  }

  /** https://developers.google.com/workspace/calendar/api/v3/reference/channels/stop */
  stop(body: unknown, email: string): void {
    const { id, resourceId } = (body ?? {}) as Partial<Channel>
    const channel = this.open.find((known) => known.id === id)
    if (!channel || channel.resourceId !== resourceId || channel.email !== email) {
      throw notFound(`Channel '${id}' not found for project`)
    }
    this.#channels.delete(channel.id)
    this.onChange()
  }

  /** Drops every channel silently. */
  forget(): void {
    this.#channels.clear()
    this.onChange()
  }

  restore(channels: readonly Channel[]): void {
    for (const channel of channels) this.#channels.set(channel.id, channel)
  }

  #requireAddress(address: string): void {
    const { protocol, hostname } = new URL(address)
    const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    if (protocol === 'https:' || (this.#options.allowHttpLoopback && isLoopback)) return
    throw new GoogleError(400, 'push.webhookUrlNotHttps', `WebHook callback must be HTTPS: ${address}`)
  }
}

/** "An opaque ID that identifies the resource being watched … Stable across different API versions." */
const resourceIdOf = (uri: string): string => Buffer.from(new URL(uri).pathname).toString('base64url')

/** The response to a watch request. */
export const presentChannel = ({ id, resourceId, resourceUri, token, expiration }: Channel) => ({
  kind: 'api#channel',
  id,
  resourceId,
  resourceUri,
  ...(token === undefined ? {} : { token }),
  expiration: String(expiration),
})
