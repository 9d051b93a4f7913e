import type { Caller, CloudEvent, QueueStreamEvent, QueueStreamSnapshot } from '@usher/contracts'
import { type Clock, type EventStream, formatEvent } from '@usher/service-kit'
import type { QueueReader } from '../engine/reader.ts'
import { type JoinUrl, presentQueue, type QueueView } from '../queues/queue-view.ts'
import { History, type QueueEvent } from './history.ts'
import type { Streams } from './streams.ts'

interface Options {
  readonly clock: Clock
  readonly reader: QueueReader
  readonly streams: Streams
  readonly joinUrl: JoinUrl
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
      const data: QueueStreamSnapshot = { queue }
      if (!missed) follower.stream.push(formatEvent({ name: 'snapshot', id, data }))
    } catch (error) {
      follower.stream.end()
      throw error
    }
    for (const event of [...(missed ?? []), ...(follower.held ?? [])]) send(follower, event)
    follower.held = undefined
    return follower.stream
  }

  /** Sends an event to all followers of its queues; a redelivered one is sent only once. */
  publish(queueIds: readonly string[], { id, type, time, sequence, data }: CloudEvent): void {
    const body: QueueStreamEvent = { event: type, timestamp: time, sequence, data }
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
    for (const followers of this.#byQueue.values()) for (const { stream } of followers) stream.end()
  }

  #view(): QueueView {
    const { clock, joinUrl } = this.#options
    return { now: clock.now(), joinUrl }
  }

  #register(queueId: string, { scopes, organization_id: organizationId }: Caller): Follower {
    const { streams, clock } = this.#options
    const followers = this.#byQueue.get(queueId) ?? new Set<Follower>()
    const stream = streams.open(clock.now(), { organizationId, isStaff: true, isForPages: false }, () => {
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
