import { type ClockService, type CloudEvent, privacyRequested } from '@usher/contracts'
import {
  deleteFromOutbox,
  earliest,
  hasJobs,
  newEvent,
  newId,
  OUTBOX,
  readOutboxOf,
} from '@usher/service-kit'
import type { Part } from './part.ts'
import type { ServedClock, Stage, Work } from './stage.ts'

/** Records of an outbox handed out at a time. */
const BATCH = 500

/** Give up after this many rounds: the work never settles. */
const MAX_ROUNDS = 200

/** After this many rounds of work that stays due, retry it a second later, as a real clock would. */
const MAX_LEFT_DUE = 25
const RETRY_MS = 1_000

/** Maximum rounds of an erasure, which waits twice for requests in flight. */
const MAX_ERASURE_ROUNDS = 50

interface LastRun {
  /** Writes to the database of the service when the work had last run, and the collections it used. */
  readonly writes: number
  readonly used: ReadonlySet<string>
  /** When it is due again, as it said then. */
  readonly due: Date | undefined
}

/**
 * Runs what is due by one test clock, which has to be on stage. All that happens at one time happens before time moves:
 * services run their due work in a fixed order, and the events of each are handled by the others at once.
 */
export class Run {
  readonly #parts: readonly Part[]
  readonly #stage: Stage
  readonly #served: ServedClock
  readonly #lastRuns = new Map<Work, LastRun>()
  /** Writes to the database of a service when its outbox was last read. */
  readonly #readAt = new Map<Part, number>()

  constructor(parts: readonly Part[], stage: Stage, served: ServedClock) {
    this.#parts = parts
    this.#stage = stage
    this.#served = served
  }

  /** Marks the work of these services, or of all, to be run. */
  poke(names?: ReadonlySet<ClockService>): void {
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
      for (const part of this.#parts) {
        const hasRun = await this.#runDue(part)
        if ((await this.#handOut(part)) || hasRun) isOver = false
      }
    }
    return earliest([...this.#lastRuns.values()].map(({ due }) => due))
  }

  /** Deletes all data of the clock, as that of an organisation is erased. */
  async erase(): Promise<void> {
    const { organizationId, now } = this.#served
    const id = newId('privacyRequest')
    const origin = { organizationId, actor: 'system', requestId: newId('request') }
    const data = { id, kind: 'erasure', subject: { organization: true } } as const
    await this.#handle([newEvent(privacyRequested, { subject: id, sequence: 1, time: now, origin, data })])
    for (let round = 0; round < MAX_ERASURE_ROUNDS; round += 1) {
      const due = await this.settle()
      const left = await Promise.all(this.#parts.map(({ connection }) => hasJobs(connection, organizationId)))
      if (!left.includes(true) || !due) break
      this.#served.moveTo(due)
    }
  }

  async #handle(events: readonly CloudEvent[]): Promise<void> {
    for (const part of this.#parts) await part.handle(events)
  }

  /** Hands out the events in the outbox of a service; returns whether there were any. */
  async #handOut(part: Part): Promise<boolean> {
    const { writes } = part.traffic
    const last = this.#readAt.get(part)
    if (last !== undefined && !part.traffic.hasWritten([OUTBOX], last)) return false
    const records = await readOutboxOf(part.outbox, this.#served.organizationId, BATCH)
    if (records.length < BATCH) this.#readAt.set(part, writes)
    if (records.length === 0) return false
    await this.#handle(records.flatMap(({ events }) => events))
    await deleteFromOutbox(part.outbox, records)
    return true
  }

  /** Runs work until none is due, and waits for what it has begun. Returns whether there was any. */
  async #runDue(part: Part): Promise<boolean> {
    const { background, poked } = this.#served
    for (let round = 0, leftDue = 0; round < MAX_ROUNDS; round += 1) {
      while (background.size > 0) await this.#stage.outside(() => Promise.all(background))
      const asked = part.works.filter((work) => poked.has(work))
      const others = part.works.filter((work) => this.#isDue(work) || this.#hasNews(part, work))
      // Run poked work first: other work would run again after each of its writes.
      const next = asked.length > 0 ? asked : others
      if (next.length === 0) return round > 0
      if (asked.length === 0 && !others.some((work) => this.#hasNews(part, work))) leftDue += 1
      const isStuck = leftDue === MAX_LEFT_DUE
      for (const work of next) {
        poked.delete(work)
        this.#lastRuns.set(work, isStuck ? this.#retryLater(part) : await runOnce(part, work))
      }
    }
    throw new Error('work of a test clock stays due')
  }

  #retryLater({ traffic: { writes } }: Part): LastRun {
    return { writes, used: new Set(), due: new Date(this.#served.now.getTime() + RETRY_MS) }
  }

  #isDue(work: Work): boolean {
    const due = this.#lastRuns.get(work)?.due
    return due !== undefined && due <= this.#served.now
  }

  /** Whether anything else has written since the work last ran, to what it used. */
  #hasNews(part: Part, work: Work): boolean {
    const last = this.#lastRuns.get(work)
    return last !== undefined && part.traffic.hasWritten(last.used, last.writes)
  }
}

async function runOnce({ traffic }: Part, work: Work): Promise<LastRun> {
  const { result, used } = await traffic.during(() => work.run())
  return { writes: traffic.writes, used, due: result }
}
