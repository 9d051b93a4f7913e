import { type ApiVersions, HEARTBEAT_MS, type MissedEvents } from '@usher/contracts'
import {
  type EventStream,
  type Foundation,
  formatEvent,
  ProblemError,
  Streams,
  startDueJob,
  startPeriodicJob,
  systemClock,
} from '@usher/service-kit'
import { type EventRecorder, SETTLED_MS } from './event-recorder.ts'
import type { FollowedRecord, FollowedStore } from './followed-store.ts'
import { formatPosition, type Position, parsePosition } from './position.ts'
import { presentStreamedEvent } from './present.ts'
import type { StreamedEventStore } from './streamed-event-store.ts'

/** Open streams of an organisation here. */
const MAX_PER_ORGANIZATION = 10
const RETRY_AFTER_SECONDS = 10
/** How often events that other replicas kept are looked for, in ms. */
const LOOK_EVERY_MS = 400
/** Characters that may wait for a client before it gets more, so that one that reads slowly is not cut off. */
const MAX_WAITING = 65_536
/** Events read at once. */
const PAGE = 100

interface Options extends Pick<Foundation, 'clock' | 'closing' | 'log' | 'metrics'> {
  readonly followed: FollowedStore
  readonly streamedEvents: StreamedEventStore
  readonly recorder: EventRecorder
  readonly versions: ApiVersions
}

/** What a client follows. */
export interface Following {
  readonly organizationId: string
  /** undefined: all. */
  readonly types: ReadonlySet<string> | undefined
  /** Dated version of the bodies. */
  readonly version: string
  readonly lastEventId: string | undefined
}

interface Follower extends Following {
  readonly stream: EventStream
  /** When every replica keeps the events of the organisation, epoch ms. */
  readonly settledAtMs: number
  position: Position
  isReady: boolean
}

/** Clients that follow the events of their organisation: each gets what is kept, in its order. */
export class EventFollowers {
  readonly #options: Options
  readonly #streams: Streams
  readonly #followers = new Set<Follower>()
  #wake = () => {}

  constructor(options: Options) {
    this.#options = options
    this.#streams = new Streams(options)
  }

  /** @throws ProblemError `rate_limited`, `service_unavailable` */
  async follow(following: Following): Promise<EventStream> {
    const { clock, followed, recorder } = this.#options
    const { organizationId, lastEventId } = following
    this.#requireRoom(organizationId)
    const now = clock.now()
    const record = await followed.follow(organizationId, now)
    recorder.forget()
    const start = await this.#startOf(record, lastEventId)
    this.#requireRoom(organizationId)
    const stream: EventStream = this.#streams.open(
      now,
      { organizationId, isStaff: true, heartbeat: () => heartbeatOf(follower) },
      () => this.#followers.delete(follower),
    )
    const settledAtMs = record.since.getTime() + SETTLED_MS
    const follower: Follower = { ...following, stream, settledAtMs, position: start.position, isReady: false }
    if (start.isMissing) stream.push(missedText(lastEventId ?? ''))
    try {
      // With what it missed at once. Until it is one of the followers, nobody else sends it anything.
      await this.#sendTo(follower, record)
    } catch (error) {
      // Nobody gets the stream, so nobody would end it.
      stream.end()
      throw error
    }
    if (!stream.isOver) this.#followers.add(follower)
    this.#wake()
    return stream
  }

  #requireRoom(organizationId: string): void {
    if (this.#streams.countOf(organizationId) < MAX_PER_ORGANIZATION) return
    throw new ProblemError('rate_limited', 'The organisation has too many streams of events open.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }

  /** Where a stream starts: now, or after the last event that its client has. */
  async #startOf(record: FollowedRecord, lastEventId: string | undefined) {
    const { generation, last } = record
    const end: Position = { generation, number: last }
    if (lastEventId === undefined) return { position: end, isMissing: false }
    const asked = parsePosition(lastEventId)
    const first = (await this.#read(record._id, { generation, number: 0 }, 1))[0]?.number ?? last + 1
    const isKept = asked?.generation === generation && asked.number >= first - 1 && asked.number <= last
    return isKept
      ? { position: asked, isMissing: false }
      : { position: { generation, number: first - 1 }, isMissing: true }
  }

  async #read(organizationId: string, position: Position, limit: number, types?: Following['types']) {
    const now = this.#options.clock.now()
    return await this.#options.streamedEvents.after(organizationId, position, { now, limit, types })
  }

  /** Sends everybody what is new. */
  async send(): Promise<void> {
    // Those who follow now: the records that are read say nothing of others.
    const followers = [...this.#followers]
    if (followers.length === 0) return
    const ids = [...new Set(followers.map(({ organizationId }) => organizationId))]
    const records = await this.#options.followed.find(ids)
    const byId = new Map(records.map((record) => [record._id, record]))
    await Promise.all(followers.map((one) => this.#sendTo(one, byId.get(one.organizationId))))
  }

  async #sendTo(follower: Follower, record: FollowedRecord | undefined): Promise<void> {
    const { stream, organizationId, types, position } = follower
    // Its events are no longer kept: the client starts over.
    if (record?.generation !== position.generation) return stream.end()
    while (follower.position.number < record.last && stream.waiting < MAX_WAITING) {
      const events = await this.#read(organizationId, follower.position, PAGE, types)
      for (const { number, event } of events) {
        if (stream.waiting >= MAX_WAITING) return
        follower.position = { ...position, number }
        const data = presentStreamedEvent(event, follower.version, this.#options.versions)
        stream.push(formatEvent({ name: event.type, id: formatPosition(follower.position), data }))
      }
      const end = Math.max(follower.position.number, record.last)
      // What is left up to there is of other types.
      if (events.length < PAGE) follower.position = { ...position, number: end }
    }
    this.#sayReady(follower)
  }

  #sayReady(follower: Follower): void {
    const { stream, settledAtMs, position, isReady } = follower
    if (isReady || this.#options.clock.now().getTime() < settledAtMs) return
    follower.isReady = true
    stream.push(formatEvent({ name: 'ready', id: formatPosition(position), data: {} }))
  }

  /** Starts sending. */
  start() {
    const { log, clock, followed, recorder } = this.#options
    // Streams are of real time, and nobody looks while there are none.
    const looking = startDueJob('streams of events', { clock: systemClock, log }, async () => {
      await this.send()
      return this.#followers.size > 0 ? new Date(Date.now() + LOOK_EVERY_MS) : undefined
    })
    this.#wake = () => void looking.run()
    recorder.onRecorded(() => {
      if (this.#followers.size > 0) this.#wake()
    })
    const beating = startPeriodicJob('heartbeats', HEARTBEAT_MS, log, async () => {
      const now = clock.now()
      this.#streams.beat(now)
      const ids = new Set([...this.#followers].map(({ organizationId }) => organizationId))
      if (ids.size > 0) await followed.extend([...ids], now)
    })
    return { looking, beating }
  }
}

/** With its place, so that a client for whom nothing happens can resume as well. */
const heartbeatOf = ({ position }: Follower): string =>
  formatEvent({ name: 'heartbeat', id: formatPosition(position), data: {} })

const missedText = (last_event_id: string): string =>
  formatEvent({ name: 'missed', data: { last_event_id } satisfies MissedEvents })
