import { HEARTBEAT_MS } from '@usher/contracts'
import {
  type EventStream,
  type Foundation,
  formatEvent,
  HEARTBEAT,
  type Job,
  Streams,
  startDueJob,
  systemClock,
} from '@usher/service-kit'
import { isOver, presentSync, type SyncRecord } from './sync.ts'
import type { SyncStore } from './sync-store.ts'

/** How often followed syncs of other replicas are read, in ms. */
const LOOK_MS = 500

/** Open streams per sync; one more closes the oldest. */
const MAX_STREAMS = 20

interface Follower {
  readonly stream: EventStream
  /** The last version sent. */
  sent: number
}

/** Clients following syncs. All of them together cost one query per look. */
export class SyncStreams {
  readonly #syncs: SyncStore
  readonly #streams: Streams
  readonly #bySync = new Map<string, Set<Follower>>()
  readonly #job: Job

  constructor(syncs: SyncStore, foundation: Pick<Foundation, 'closing' | 'log' | 'metrics'>) {
    const { closing, log } = foundation
    this.#syncs = syncs
    this.#streams = new Streams(foundation)
    this.#job = startDueJob('sync-streams', { clock: systemClock, log }, () => this.#look())
    const heartbeat = setInterval(() => this.#streams.beat(systemClock.now()), HEARTBEAT_MS).unref()
    closing.signal.addEventListener('abort', () => {
      clearInterval(heartbeat)
      void this.#job[Symbol.asyncDispose]()
    })
  }

  /**
   * Streams a sync: its state now, and after each change until it is over. @throws ProblemError `service_unavailable` if
   * there are too many streams
   */
  follow(sync: SyncRecord): EventStream {
    const followers = this.#bySync.get(sync._id) ?? new Set<Follower>()
    const [oldest] = followers
    if (oldest && followers.size >= MAX_STREAMS) oldest.stream.end()
    const owner = { organizationId: sync.organization_id, isStaff: true, heartbeat: HEARTBEAT }
    const stream = this.#streams.open(systemClock.now(), owner, () => {
      followers.delete(follower)
      if (followers.size === 0) this.#bySync.delete(sync._id)
    })
    const follower: Follower = { stream, sent: 0 }
    this.#bySync.set(sync._id, followers.add(follower))
    void this.#job.run()
    send(follower, sync)
    return stream
  }

  /** A sync changed in this process. */
  changed(id: string): void {
    if (this.#bySync.has(id)) void this.#job.run()
  }

  async #look(): Promise<Date | undefined> {
    if (this.#bySync.size === 0) return undefined
    for (const sync of await this.#syncs.findMany([...this.#bySync.keys()])) {
      for (const follower of this.#bySync.get(sync._id) ?? []) send(follower, sync)
    }
    return new Date(Date.now() + LOOK_MS)
  }
}

function send(follower: Follower, sync: SyncRecord): void {
  if (sync.version <= follower.sent) return
  follower.sent = sync.version
  follower.stream.push(formatEvent({ name: 'sync', data: presentSync(sync), id: String(sync.version) }))
  if (isOver(sync)) follower.stream.end()
}
