import type { CloudEvent } from '@usher/contracts'
import { type Clock, createKeyedMutex, inTransaction } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import type { FollowedStore } from './followed-store.ts'
import { type StreamedEventStore, streamedEvent } from './streamed-event-store.ts'

/** Which organisations are followed is read again after this time, in ms. */
const FRESH_MS = 1_000

/** After this time, in ms, every replica knows that an organisation is followed, and keeps its events. */
export const SETTLED_MS = 2 * FRESH_MS

interface Dependencies {
  readonly clock: Clock
  readonly connection: Connection
  readonly followed: FollowedStore
  readonly streamedEvents: StreamedEventStore
}

/** Keeps the events of organisations that somebody follows. Events of all others cost a look into a set. */
export class EventRecorder {
  readonly #dependencies: Dependencies
  /** Keeps the events of an organisation in the order in which they arrived here. */
  readonly #oneByOne = createKeyedMutex()
  readonly #onRecorded = new Set<() => void>()
  #followed: Promise<ReadonlySet<string>> | undefined
  #readAtMs = 0

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Calls this after events were kept. */
  onRecorded(listener: () => void): void {
    this.#onRecorded.add(listener)
  }

  /** Keeps those of the events that are to be kept. Safe to repeat. */
  async record(events: readonly CloudEvent[]): Promise<void> {
    const followed = await this.#followedNow()
    if (followed.size === 0) return
    const kept = events.filter(({ organizationid }) => followed.has(organizationid))
    const groups = Map.groupBy(kept, ({ organizationid }) => organizationid)
    if (groups.size === 0) return
    await Promise.all([...groups].map(([id, ofOne]) => this.#oneByOne(id, () => this.#keep(id, ofOne))))
    for (const listener of this.#onRecorded) listener()
  }

  /** Has the organisations read again with the next events. */
  forget(): void {
    this.#followed = undefined
  }

  #followedNow(): Promise<ReadonlySet<string>> {
    const { clock, followed } = this.#dependencies
    const now = clock.now()
    const isFresh = Math.abs(now.getTime() - this.#readAtMs) < FRESH_MS
    if (this.#followed && isFresh) return this.#followed
    this.#readAtMs = now.getTime()
    const reading = followed.all(now).then((ids) => new Set(ids))
    this.#followed = reading
    reading.catch(() => {
      if (this.#followed === reading) this.#followed = undefined
    })
    return reading
  }

  /**
   * Numbers and inserts events in one transaction. All transactions of an organisation change its record, so they
   * commit in the order of their numbers: who has read up to a number has missed none before it.
   */
  async #keep(organizationId: string, events: readonly CloudEvent[]): Promise<void> {
    const { clock, connection, followed, streamedEvents } = this.#dependencies
    const now = clock.now()
    await inTransaction(connection, async (session) => {
      const known = await streamedEvents.known(events, session)
      const unknown = [...new Map(events.map((event) => [event.id, event])).values()].filter(
        ({ id }) => !known.has(id),
      )
      if (unknown.length === 0) return
      const record = await followed.number(organizationId, unknown.length, now, session)
      if (!record) return
      const { generation, last } = record
      const first = last - unknown.length + 1
      const records = unknown.map((event, i) => streamedEvent(event, { generation, number: first + i }, now))
      await streamedEvents.insert(records, session)
    })
  }
}
