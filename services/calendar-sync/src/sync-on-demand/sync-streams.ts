import { HEARTBEAT_MS } from '@usher/contracts'
import {
  EventStream,
  type Foundation,
  formatEvent,
  HEARTBEAT,
  type Job,
  retryHint,
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
  readonly #bySync = new Map<string, Set<Follower>>()
  readonly #job: Job
  readonly #heartbeat: NodeJS.Timeout

  constructor(syncs: SyncStore, { closing, log }: Pick<Foundation, 'closing' | 'log'>) {
    this.#syncs = syncs
    closing.signal.addEventListener('abort', () => this.#close())
    this.#job = startDueJob('sync-streams', { clock: systemClock, log }, () => this.#look())
    this.#heartbeat = setInterval(() => {
      for (const { stream } of this.#all()) stream.push(HEARTBEAT)
    }, HEARTBEAT_MS).unref()
  }

  /** Streams a sync: its state now, and after each change until it is over. */
  follow(sync: SyncRecord): EventStream {
    const followers = this.#bySync.get(sync._id) ?? new Set<Follower>()
    const [oldest] = followers
    if (oldest && followers.size >= MAX_STREAMS) oldest.stream.end()
    const stream = new EventStream(() => {
      followers.delete(follower)
      if (followers.size === 0) this.#bySync.delete(sync._id)
    })
    const follower: Follower = { stream, sent: 0 }
    this.#bySync.set(sync._id, followers.add(follower))
    void this.#job.run()
    stream.push(retryHint())
    send(follower, sync)
    return stream
  }

  /** A sync changed in this process. */
  changed(id: string): void {
    if (this.#bySync.has(id)) void this.#job.run()
  }

  #close(): void {
    clearInterval(this.#heartbeat)
    for (const { stream } of this.#all()) stream.end()
    void this.#job[Symbol.asyncDispose]()
  }

  #all(): Follower[] {
    return [...this.#bySync.values()].flatMap((followers) => [...followers])
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
