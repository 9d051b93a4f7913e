import { type ClockService, type CloudEvent, privacyRequested } from '@usher/contracts'
import {
  deleteFromOutbox,
  earliest,
  hasJobs,
  newEvent,
  newId,
  outboxModel,
  readOutboxOf,
} from '@usher/service-kit'
import type { Changes, Reads } from './changes.ts'
import type { Part } from './part.ts'
import type { Served, Stage, Work } from './stage.ts'

/** Records of an outbox read at a time. */
const BATCH = 500

/** Rounds after which work that is always due again is a fault. */
const MAX_ROUNDS = 200

/** Rounds of work that stays due although it was run, before it is tried again a second later, as by a real clock. */
const MAX_LEFT_DUE = 25
const RETRY_MS = 1_000

/** Rounds of an erasure, which waits twice for what is under way. */
const MAX_ERASURE_ROUNDS = 50

interface Look {
  /** What the work read when it last ran. */
  readonly reads: Reads
  /** When it is due again, as it said then. */
  readonly due: Date | undefined
}

interface Options {
  readonly parts: readonly Part[]
  readonly stage: Stage
  readonly changes: Changes
  readonly served: Served
}

/**
 * Runs what is due by one test clock, which has to be on stage, in the order of its time. Events go from the outbox of
 * one service to the consumers of the others before time moves, in a fixed order of services.
 */
export class Run {
  readonly #parts: readonly Part[]
  readonly #stage: Stage
  readonly #changes: Changes
  readonly #served: Served
  readonly #looks = new Map<Work, Look>()
  readonly #inboxes = new Map<Part, CloudEvent[]>()
  /** Outbox records whose events were handed out, and how often each outbox had changed when it was read. */
  readonly #handedOut = new Map<Part, string[]>()
  readonly #readAt = new Map<Part, number>()

  constructor({ parts, stage, changes, served }: Options) {
    this.#parts = parts
    this.#stage = stage
    this.#changes = changes
    this.#served = served
  }

  /** Hands out events that no service has told of. */
  handOut(events: readonly CloudEvent[]): void {
    for (const part of this.#parts) {
      const consumed = events.filter(({ type }) => part.types.has(type))
      this.#inboxes.set(part, [...(this.#inboxes.get(part) ?? []), ...consumed])
    }
  }

  /** Has the work of some services looked at again; that of all by default. */
  lookAgain(names?: ReadonlySet<ClockService>): void {
    for (const { name, works } of this.#parts)
      if (!names || names.has(name)) for (const work of works) this.#served.poked.add(work)
  }

  /**
   * Does all work that is due at the time of the clock, and all that follows from it.
   *
   * @returns when something is due again in the services that were looked at
   */
  async settle(): Promise<Date | undefined> {
    for (let isOver = false; !isOver; ) {
      isOver = true
      for (const part of this.#parts) if (await this.#settlePart(part)) isOver = false
    }
    await this.#deleteHandedOut()
    return earliest([...this.#looks.values()].map(({ due }) => due))
  }

  /** Deletes all data of the clock, as that of an organisation is erased. */
  async erase(): Promise<void> {
    const { organizationId, now } = this.#served
    const id = newId('privacyRequest')
    const origin = { organizationId, actor: 'system', requestId: newId('request') }
    const data = { id, kind: 'erasure', subject: { organization: true } } as const
    this.handOut([newEvent(privacyRequested, { subject: id, sequence: 1, time: now, origin, data })])
    for (let round = 0; round < MAX_ERASURE_ROUNDS; round += 1) {
      const due = await this.settle()
      const left = await Promise.all(this.#parts.map(({ connection }) => hasJobs(connection, organizationId)))
      if (!left.includes(true) || !due) break
      this.#served.moveTo(due)
    }
  }

  /** Returns whether there was anything to do. */
  async #settlePart(part: Part): Promise<boolean> {
    const events = this.#inboxes.get(part) ?? []
    if (events.length > 0) await part.handle(events)
    this.#inboxes.delete(part)
    const hasRun = await this.#runDue(part.works)
    const isRead = await this.#readOutbox(part)
    return events.length > 0 || hasRun || isRead
  }

  /** Runs work until none is due, and waits for what it has begun. Returns whether there was any. */
  async #runDue(works: readonly Work[]): Promise<boolean> {
    for (let round = 0, leftDue = 0; round < MAX_ROUNDS; round += 1) {
      await this.#waitForBackground()
      const poked = works.filter((work) => this.#served.poked.has(work))
      const others = works.filter((work) => this.#isDue(work) || this.#hasNews(work))
      // Work that was asked for goes first: the others would look again after each change that it makes.
      const next = poked.length > 0 ? poked : others
      if (next.length === 0) return round > 0
      if (poked.length === 0 && !others.some((work) => this.#hasNews(work))) leftDue += 1
      if (leftDue === MAX_LEFT_DUE) {
        for (const work of others) this.#postpone(work)
        return true
      }
      for (const work of next) await this.#run(work)
    }
    throw new Error('work of a test clock stays due')
  }

  async #run(work: Work): Promise<void> {
    this.#served.poked.delete(work)
    const reads: Reads = new Map()
    const due = await this.#changes.during(reads, () => work.run())
    this.#looks.set(work, { reads, due })
  }

  #postpone(work: Work): void {
    const due = new Date(this.#served.now.getTime() + RETRY_MS)
    this.#looks.set(work, { reads: this.#looks.get(work)?.reads ?? new Map(), due })
  }

  #isDue(work: Work): boolean {
    const due = this.#looks.get(work)?.due
    return due !== undefined && due <= this.#served.now
  }

  #hasNews(work: Work): boolean {
    const look = this.#looks.get(work)
    return look !== undefined && this.#changes.since(look.reads)
  }

  async #waitForBackground(): Promise<void> {
    const { background } = this.#served
    while (background.size > 0) await this.#stage.outside(() => Promise.all(background))
  }

  /** Hands out the events in the outbox of a service; returns whether there were any. */
  async #readOutbox(part: Part): Promise<boolean> {
    const outbox = outboxModel(part.connection)
    const changed = this.#changesOf(part)
    if (this.#readAt.get(part) === changed) return false
    const but = this.#handedOut.get(part) ?? []
    const records = await readOutboxOf(outbox, this.#served.organizationId, { but, max: BATCH })
    if (records.length < BATCH) this.#readAt.set(part, changed)
    this.#handedOut.set(part, [...but, ...records.map(({ _id }) => _id)])
    this.handOut(records.flatMap(({ events }) => events))
    return records.length > 0
  }

  /** Deletes the outbox records whose events all have handled. */
  async #deleteHandedOut(): Promise<void> {
    for (const [part, ids] of this.#handedOut) {
      if (ids.length === 0) continue
      const isAllRead = this.#readAt.get(part) === this.#changesOf(part)
      const records = ids.map((_id) => ({ _id }))
      await deleteFromOutbox(outboxModel(part.connection), records)
      if (isAllRead) this.#readAt.set(part, this.#changesOf(part))
    }
    this.#handedOut.clear()
  }

  #changesOf({ connection }: Part): number {
    return this.#changes.of(`${connection.name}.${outboxModel(connection).collection.collectionName}`)
  }
}
