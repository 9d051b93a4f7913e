import {
  type Clock,
  type EventStream,
  formatEvent,
  type Logger,
  ProblemError,
  type Streams,
  VISIBLE_HEARTBEAT,
} from '@usher/service-kit'
import type { Access } from '../access.ts'
import type { QueueReader } from '../engine/reader.ts'
import type { StateCache } from '../engine/state-cache.ts'
import { presentOwnPlace } from '../own-place/own-place-view.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import { type GuestRecord, isInLine } from '../records/guest-record.ts'

/** Open pages per guest; one more closes the oldest. */
const MAX_PAGES = 10

interface Options {
  readonly clock: Clock
  readonly log: Logger
  readonly reader: QueueReader
  readonly cache: StateCache
  readonly streams: Streams
}

interface Follower {
  readonly stream: EventStream
  readonly access: Access
  guest: GuestRecord
  /** The last content sent. */
  sent: string
}

/**
 * Guests who follow their own place. A change of a queue may move them all: the line is read once for all of them,
 * and followers without news are sent nothing. Changes that arrive meanwhile are handled together.
 */
export class GuestFollowers {
  readonly #options: Options
  readonly #byQueue = new Map<string, Set<Follower>>()
  /** Changed queues, each with the guests who changed themselves. */
  #changed = new Map<string, Set<string>>()
  #running: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** @throws ProblemError `not_found` */
  async follow(guestId: string, access: Access): Promise<EventStream> {
    const { guest, state } = await this.#options.reader.guest(guestId, access)
    const follower = this.#register(guest, access)
    this.#present(follower, state)
    // It may have changed since it was read.
    this.changed(guest.queue_id, guestId)
    return follower.stream
  }

  /** Sends everybody who follows a place in a queue what is new. */
  changed(queueId: string, guestId?: string): void {
    if (!this.#byQueue.has(queueId)) return
    const guests = this.#changed.get(queueId) ?? new Set<string>()
    if (guestId !== undefined) guests.add(guestId)
    this.#changed.set(queueId, guests)
    this.#running ??= this.#run()
  }

  /** Checks everything, as events may have been missed. */
  async recheckAll(): Promise<void> {
    for (const [queueId, followers] of this.#byQueue) {
      for (const { guest } of followers) this.changed(queueId, guest._id)
    }
    await this.#running
  }

  #register(guest: GuestRecord, access: Access): Follower {
    const { streams, clock } = this.#options
    const { queue_id: queueId } = guest
    const followers = this.#byQueue.get(queueId) ?? new Set<Follower>()
    const pages = [...followers].filter((other) => other.guest._id === guest._id)
    if (pages.length >= MAX_PAGES) pages[0]?.stream.end()
    const owner = { organizationId: access.organization_id, isStaff: false, heartbeat: VISIBLE_HEARTBEAT }
    const stream = streams.open(clock.now(), owner, () => {
      followers.delete(follower)
      if (followers.size === 0) this.#byQueue.delete(queueId)
    })
    const follower: Follower = { stream, access, guest, sent: '' }
    this.#byQueue.set(queueId, followers.add(follower))
    return follower
  }

  async #run(): Promise<void> {
    while (this.#changed.size > 0) {
      const changed = this.#changed
      this.#changed = new Map()
      await this.#sendChanges(changed).catch((err) =>
        this.#options.log.warn({ err }, 'guests could not be told of a change and will be with the next'),
      )
    }
    this.#running = undefined
  }

  async #sendChanges(changed: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    const followersOf = (queueId: string) => [...(this.#byQueue.get(queueId) ?? [])]
    const affected = [...changed].flatMap(([queueId, ids]) =>
      followersOf(queueId).filter(({ guest }) => ids.has(guest._id)),
    )
    await Promise.all(affected.map((follower) => this.#readAgain(follower)))
    for (const [queueId, state] of await this.#options.cache.refresh([...changed.keys()])) {
      for (const follower of followersOf(queueId)) this.#present(follower, state)
    }
  }

  async #readAgain(follower: Follower): Promise<void> {
    try {
      follower.guest = (await this.#options.reader.guest(follower.guest._id, follower.access)).guest
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      // The guest no longer exists.
      follower.stream.end()
    }
  }

  /** Sends what is new. Between two events guest and line may disagree: then the second event is on its way. */
  #present(follower: Follower, state: QueueState): void {
    const data = presentOwnPlace(follower.guest, state, this.#options.clock.now())
    if (isInLine(data.status) !== (data.position !== null)) return
    const text = formatEvent({ name: 'place', data })
    if (text === follower.sent) return
    follower.sent = text
    follower.stream.push(text)
  }
}
