import type { Caller, CloudEvent, Guest, QueueStreamEvent, QueueStreamSnapshot } from '@usher/contracts'
import {
  type Clock,
  type EventStream,
  formatEvent,
  HEARTBEAT,
  type Logger,
  ProblemError,
  type Streams,
} from '@usher/service-kit'
import type { QueueReader } from '../engine/reader.ts'
import { presentGuest } from '../guests/guest-view.ts'
import type { StatusUrl } from '../queue-state/guest-change.ts'
import { type JoinUrl, presentQueue, type QueueView } from '../queues/queue-view.ts'

/** Events kept per process for returning clients: about 20 MB. */
const MAX_EVENTS = 10_000

/** An event of a queue, or of a guest in it or transferred out of it, ready to send. */
interface QueueEvent {
  readonly id: string
  readonly queueIds: readonly string[]
  readonly type: string
  readonly text: string
}

/**
 * The latest events of all queues in the order the broker delivered them, which is the same on every replica: a
 * client can resume on any of them.
 */
class History {
  readonly #max: number
  readonly #events = new Map<string, QueueEvent>()
  readonly #last = new Map<string, string>()

  constructor(max = MAX_EVENTS) {
    this.#max = max
  }

  /** Adds an event, dropping the oldest if full; false if it was already there. */
  add(event: QueueEvent): boolean {
    if (this.#events.has(event.id)) return false
    this.#events.set(event.id, event)
    for (const queueId of event.queueIds) this.#last.set(queueId, event.id)
    const [oldest] = this.#events.values()
    if (oldest && this.#events.size > this.#max) this.#forget(oldest)
    return true
  }

  /** Id of the queue's last event kept. */
  last(queueId: string): string | undefined {
    return this.#last.get(queueId)
  }

  /** A queue's events after one of its own; undefined if that one is no longer kept. */
  after(queueId: string, id: string): QueueEvent[] | undefined {
    if (!this.#events.get(id)?.queueIds.includes(queueId)) return undefined
    const ofQueue = [...this.#events.values()].filter(({ queueIds }) => queueIds.includes(queueId))
    return ofQueue.slice(ofQueue.findIndex((event) => event.id === id) + 1)
  }

  clear(): void {
    this.#events.clear()
    this.#last.clear()
  }

  #forget({ id, queueIds }: QueueEvent): void {
    this.#events.delete(id)
    for (const queueId of queueIds) {
      if (this.#last.get(queueId) === id) this.#last.delete(queueId)
    }
  }
}

interface Options {
  readonly clock: Clock
  readonly log: Logger
  readonly reader: QueueReader
  readonly streams: Streams
  readonly joinUrl: JoinUrl
  readonly statusUrl: StatusUrl
}

/** An event that is not sent yet. */
interface Arrival {
  readonly queueIds: readonly string[]
  readonly event: CloudEvent
}

interface Follower {
  readonly stream: EventStream
  /** Whether the follower may see the queue's settings. */
  readonly seesQueue: boolean
  /** Events that arrived before the start could be sent; undefined afterwards. */
  held: QueueEvent[] | undefined
}

/** Staff following queues: each receives the events of one queue. */
export class QueueFollowers {
  readonly #options: Options
  readonly #history = new History()
  readonly #byQueue = new Map<string, Set<Follower>>()
  #arrivals: Arrival[] = []
  #sending: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Starts with what a client missed since its last event or, if that is unknown, with a snapshot.
   *
   * @throws ProblemError `not_found`, `forbidden`
   */
  async follow(queueId: string, caller: Caller, lastEventId: string | undefined): Promise<EventStream> {
    const follower = this.#register(queueId, caller)
    const missed = lastEventId === undefined ? undefined : this.#history.after(queueId, lastEventId)
    const id = this.#history.last(queueId)
    try {
      const state = await this.#options.reader.queue(queueId, caller)
      const queue = follower.seesQueue ? presentQueue(state, this.#view()) : null
      const data: QueueStreamSnapshot = { queue, line_version: state.queue.line_version }
      if (!missed) follower.stream.push(formatEvent({ name: 'snapshot', id, data }))
    } catch (error) {
      follower.stream.end()
      throw error
    }
    for (const event of [...(missed ?? []), ...(follower.held ?? [])]) send(follower, event)
    follower.held = undefined
    return follower.stream
  }

  /** Sends an event to all followers of its queues, in the order of arrival; a redelivered one is sent only once. */
  publish(queueIds: readonly string[], event: CloudEvent): void {
    this.#arrivals.push({ queueIds, event })
    this.#sending ??= this.#sendArrivals()
  }

  /** Events that arrive while guests are read are handled together: they share queries. */
  async #sendArrivals(): Promise<void> {
    try {
      while (this.#arrivals.length > 0) {
        const source = this.#arrivals
        const arrivals = source.splice(0)
        const ready = await Promise.all(
          arrivals.map(async (arrival) => ({ ...arrival, guest: await this.#guestOf(arrival) })),
        )
        // A restart meanwhile has dropped them.
        if (source !== this.#arrivals) continue
        for (const { queueIds, event, guest } of ready) this.#send(queueIds, event, guest)
      }
    } finally {
      this.#sending = undefined
    }
  }

  /** The guest to send along; undefined if nobody follows, or not all followers may see the guest. */
  async #guestOf({ queueIds, event }: Arrival): Promise<Guest | undefined> {
    const [queueId = '', ...others] = queueIds
    const isOfGuest = event.type.startsWith('guest.') && others.length === 0
    if (!isOfGuest || !this.#byQueue.has(queueId)) return undefined
    const { clock, log, reader, statusUrl } = this.#options
    try {
      const access = { organization_id: event.organizationid, queue_ids: [queueId] }
      const { guest, state } = await reader.guest(event.subject, access)
      return presentGuest(guest, state, { now: clock.now(), statusUrl })
    } catch (err) {
      // The guest may have been transferred since.
      if (!(err instanceof ProblemError)) log.warn({ err }, 'a guest could not be sent to a live stream')
      return undefined
    }
  }

  #send(queueIds: readonly string[], sent: CloudEvent, guest: Guest | undefined): void {
    const { id, type, time, sequence, data } = sent
    const body: QueueStreamEvent = { event: type, timestamp: time, sequence, data, ...(guest && { guest }) }
    const event = { id, queueIds, type, text: formatEvent({ name: type, id, data: body }) }
    if (!this.#history.add(event)) return
    const followers = queueIds.flatMap((queueId) => [...(this.#byQueue.get(queueId) ?? [])])
    for (const follower of followers) {
      if (follower.held) follower.held.push(event)
      else send(follower, event)
    }
  }

  /** Makes everybody start over, as events may have been missed. */
  restart(): void {
    this.#history.clear()
    this.#arrivals = []
    for (const followers of this.#byQueue.values()) for (const { stream } of followers) stream.end()
  }

  #view(): QueueView {
    const { clock, joinUrl } = this.#options
    return { now: clock.now(), joinUrl }
  }

  #register(queueId: string, { scopes, organization_id: organizationId }: Caller): Follower {
    const { streams, clock } = this.#options
    const followers = this.#byQueue.get(queueId) ?? new Set<Follower>()
    const stream = streams.open(clock.now(), { organizationId, isStaff: true, heartbeat: HEARTBEAT }, () => {
      followers.delete(follower)
      if (followers.size === 0) this.#byQueue.delete(queueId)
    })
    const follower: Follower = { stream, seesQueue: scopes.includes('queues:read'), held: [] }
    this.#byQueue.set(queueId, followers.add(follower))
    return follower
  }
}

function send({ stream, seesQueue }: Follower, { type, text }: QueueEvent): void {
  if (seesQueue || !type.startsWith('queue.')) stream.push(text)
}
