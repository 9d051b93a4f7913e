import { type ClockWork, type ClockWorkDone, type CloudEvent, privacyRequested } from '@usher/contracts'
import express, { type Router } from 'express'
import { hasJobs } from '../events/job-store.ts'
import { newEvent } from '../events/new-event.ts'
import { deleteFromWorld, OUTBOX, outboxModel, readWorld } from '../events/outbox-store.ts'
import { newId } from '../formats/ids.ts'
import { createKeyedMutex } from '../work/keyed-mutex.ts'
import type { CarriedEvents } from '../worlds/carried-events.ts'
import type { VirtualClock } from '../worlds/virtual-clock.ts'
import type { Foundation } from './foundation-type.ts'

/** Records of the outbox returned at a time. */
const BATCH = 500

/** Maximum rounds of an erasure, which waits twice for requests in flight. */
const MAX_PASSES = 50

interface Parts {
  readonly foundation: Foundation
  readonly clock: VirtualClock
  readonly events: CarriedEvents
}

/** A service as one test clock sees it: the same features over the data of the clock, at its time. */
export class World {
  readonly organizationId: string
  readonly router: Router = express.Router()
  readonly #foundation: Foundation
  readonly #clock: VirtualClock
  readonly #events: CarriedEvents
  readonly #inTurn = createKeyedMutex()
  /** Stands for the last answer. */
  #mark = ''
  /** How often the outbox had changed when all of it was read last; undefined: read it whatever changed. */
  #outboxReadAt: number | undefined
  /** Records of the outbox that were answered and not yet taken. */
  readonly #told = new Set<string>()

  constructor(organizationId: string, { foundation, clock, events }: Parts) {
    this.organizationId = organizationId
    this.#foundation = foundation
    this.#clock = clock
    this.#events = events
  }

  moveTo(time: Date): void {
    this.#clock.moveTo(time)
  }

  /**
   * Handles events and does all that is due, each at its time; returns the resulting events. One call after the other:
   * whoever asks again after a lost answer would see half of what goes on.
   */
  work(work: ClockWork): Promise<ClockWorkDone> {
    return this.#inTurn('', () => this.#work(work))
  }

  async #work({ after, from, segments, until, taken, is_only_taken }: ClockWork): Promise<ClockWorkDone> {
    await this.#forgetTaken(taken)
    if (is_only_taken) return { outbox: [], next_due: null, consumes: [], mark: this.#mark }
    if (after !== this.#mark) this.#lookAtAll()
    this.moveTo(new Date(from))
    for (const { now, events } of segments) {
      const time = new Date(now)
      if (time > this.#clock.now()) await this.#runUntil(time)
      await this.#events.handle(events as CloudEvent[])
    }
    const next = await this.#runUntil(new Date(until))
    const outbox = await this.#readOutbox()
    this.#mark = newId('request')
    return { outbox, next_due: next?.toISOString() ?? null, consumes: this.#events.types, mark: this.#mark }
  }

  async #forgetTaken(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await deleteFromWorld(outboxModel(this.#foundation.connection), this.organizationId, ids)
    for (const id of ids) this.#told.delete(id)
  }

  #lookAtAll(): void {
    this.#clock.forget()
    this.#outboxReadAt = undefined
    this.#told.clear()
  }

  async #readOutbox(): Promise<ClockWorkDone['outbox']> {
    const changes = this.#clock.use.changesOf(OUTBOX)
    if (changes === this.#outboxReadAt) return []
    const outbox = outboxModel(this.#foundation.connection)
    const records = await readWorld(outbox, this.organizationId, { but: this.#told, max: BATCH })
    this.#outboxReadAt = records.length < BATCH ? changes : undefined
    for (const { _id } of records) this.#told.add(_id)
    return records.map(({ _id: id, events }) => ({ id, events: [...events] }))
  }

  /** Does all that is due by a time, each at its own; returns when something is due after it. */
  async #runUntil(time: Date): Promise<Date | undefined> {
    for (;;) {
      const next = await this.#clock.runDue()
      this.moveTo(next && next < time ? next : time)
      if (!next || next > time) return next
    }
  }

  /** Erases all data of the clock, as that of an organisation. */
  delete(): Promise<void> {
    return this.#inTurn('', () => this.#delete())
  }

  async #delete(): Promise<void> {
    const { connection } = this.#foundation
    await this.#events.handle([this.#erasure()])
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const next = await this.#clock.runDue()
      if (!(await hasJobs(connection, this.organizationId)) || !next) break
      this.#clock.moveTo(next)
    }
    await deleteFromWorld(outboxModel(connection), this.organizationId)
  }

  #erasure(): CloudEvent {
    const id = newId('privacyRequest')
    const origin = { organizationId: this.organizationId, actor: 'system', requestId: newId('request') }
    const data = { id, kind: 'erasure', subject: { organization: true } } as const
    return newEvent(privacyRequested, { subject: id, sequence: 1, time: this.#clock.now(), origin, data })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#foundation.shutdown.disposeAsync()
  }
}
