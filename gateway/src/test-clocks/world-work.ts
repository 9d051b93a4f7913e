import {
  CLOCK_SERVICES,
  type ClockService,
  type ClockTask,
  type ClockWorkDone,
  type CloudEvent,
  LISTENING_SERVICE,
} from '@usher/contracts'
import { earliest } from '@usher/service-kit'
import { Inboxes } from './inboxes.ts'
import { Outboxes } from './outboxes.ts'
import type { Work } from './service-work.ts'

/** Records of an outbox that a service returns at most: this many mean that there may be more. */
const FULL = 500

/** Number of events to gather before the listening service gets them: while it has nothing to do, and while it has. */
const [LISTENER_BATCH, BUSY_LISTENER_BATCH] = [10, 100]

/** Types of the events that each service consumes, from its last answer. */
const CONSUMED = new Map<ClockService, ReadonlySet<string>>()

/**
 * The work of the services of one test clock: carries events between them, and knows when something is due. The listening
 * service lags behind, as no other service consumes its events.
 */
export class WorldWork {
  readonly #ask: Work
  readonly #nextDue = new Map<ClockService, Date | undefined>()
  /** The `mark` of each service's last answer, while nobody else can have changed anything. */
  readonly #marks = new Map<ClockService, string>()
  readonly #inboxes = new Inboxes()
  /** Services that have to be asked, whatever is due: they stay until they have answered. */
  readonly #toAsk = new Set<ClockService>()
  readonly #outboxes = new Outboxes()
  #listenedUntil: Date
  #listening: Promise<void> = Promise.resolve()
  #isListening = false

  constructor(ask: Work, { now, dues }: Pick<ClockTask, 'now' | 'dues'>) {
    this.#ask = ask
    this.#listenedUntil = new Date(now)
    for (const service of CLOCK_SERVICES) {
      const due = dues[service]
      if (due !== undefined) this.#nextDue.set(service, due === null ? undefined : new Date(due))
    }
  }

  /** When something is due next in any service but the listening one. */
  get nextDue(): Date | undefined {
    return earliest(
      [...this.#nextDue].map(([service, due]) => (service === LISTENING_SERVICE ? undefined : due)),
    )
  }

  get dues(): ClockTask['dues'] {
    return Object.fromEntries(
      [...this.#nextDue].map(([service, due]) => [service, due?.toISOString() ?? null]),
    )
  }

  /** Queues events for all services; call it before anything else. */
  introduce(events: readonly CloudEvent[], now: Date): void {
    for (const service of CLOCK_SERVICES) this.#inboxes.enqueue(service, events, now)
  }

  /** Does all work that is due now, and all that follows from it, in services where requests may have left some. */
  async settle(now: Date, touched: readonly ClockService[]): Promise<void> {
    const unknown = CLOCK_SERVICES.filter((service) => !CONSUMED.has(service) || !this.#nextDue.has(service))
    const asked = new Set([...touched, ...unknown])
    for (const service of asked) this.#marks.delete(service)
    if (asked.has(LISTENING_SERVICE)) await this.#listen(now)
    await this.#settle(now, asked)
  }

  /** Does all work that is due now, and all that follows from it. */
  async settleDue(now: Date): Promise<void> {
    const due = CLOCK_SERVICES.filter((service) => isDue(this.#nextDue.get(service), now))
    await this.#settle(now, new Set(due))
  }

  /** Lets the listening service catch up, and has services delete the outbox records that all have handled. */
  async finish(now: Date): Promise<void> {
    do {
      await this.#untilListened()
      if (this.#inboxes.backlog > 0 || isDue(this.#nextDue.get(LISTENING_SERVICE), now))
        await this.#listen(now)
      await this.#settle(now, new Set())
    } while (this.#inboxes.backlog > 0 || this.#isListening)
    this.#outboxes.handledByListener(this.#outboxes.awaitingListener())
    await Promise.all(
      [...this.#outboxes.taken()].map(async ([service, taken]) => {
        await this.#ask(service, { ...this.#emptyWork(service, now), taken, is_only_taken: true })
        this.#outboxes.forget(service, taken)
      }),
    )
  }

  async #settle(now: Date, services: ReadonlySet<ClockService>): Promise<void> {
    for (const service of services) this.#toAsk.add(service)
    for (let asked = this.#nextAsked(); asked.length > 0; asked = this.#nextAsked()) {
      const calls = await Promise.allSettled(asked.map((service) => this.#call(service, now)))
      const failed = calls.find((call) => call.status === 'rejected')
      if (!failed) this.#outboxes.handled()
      // What the others have told is not told again.
      for (const [place, call] of calls.entries())
        if (call.status === 'fulfilled') this.#distribute(asked[place] as ClockService, call.value, now)
      if (failed) throw failed.reason
    }
    this.#outboxes.handled()
    if (this.#inboxes.backlog >= (this.#isListening ? BUSY_LISTENER_BATCH : LISTENER_BATCH))
      await this.#startListening(now)
  }

  /** Services that have something to do, but the listening one. */
  #nextAsked(): ClockService[] {
    const hasWork = (service: ClockService) =>
      this.#toAsk.has(service) || this.#inboxes.of(service).length > 0
    return CLOCK_SERVICES.filter((service) => service !== LISTENING_SERVICE && hasWork(service))
  }

  async #call(service: ClockService, now: Date): Promise<ClockWorkDone> {
    const events = [...this.#inboxes.of(service)]
    const taken = this.#outboxes.taken().get(service) ?? []
    const segments = events.length > 0 ? [{ now: now.toISOString(), events }] : []
    const done = await this.#ask(service, { ...this.#emptyWork(service, now), segments, taken })
    this.#inboxes.handled(service, events.length)
    this.#outboxes.forget(service, taken)
    if (done.outbox.length < FULL) this.#toAsk.delete(service)
    this.#note(service, done)
    return done
  }

  /** Starts catching up while the other services go on, at most one batch behind them. */
  async #startListening(now: Date): Promise<void> {
    await this.#untilListened()
    this.#listening = this.#listen(now)
    // The next call waits for it, and sees the failure.
    this.#listening.catch(() => {})
  }

  async #untilListened(): Promise<void> {
    const listening = this.#listening
    this.#listening = Promise.resolve()
    await listening
  }

  /** Lets the listening service catch up. */
  async #listen(now: Date): Promise<void> {
    const segments = this.#inboxes.takeBacklog()
    const records = this.#outboxes.awaitingListener()
    const taken = this.#outboxes.taken().get(LISTENING_SERVICE) ?? []
    const from = this.#listenedUntil.toISOString()
    this.#isListening = true
    try {
      const empty = this.#emptyWork(LISTENING_SERVICE, now)
      const done = await this.#ask(LISTENING_SERVICE, { ...empty, from, segments: [...segments], taken })
      this.#listenedUntil = now
      this.#outboxes.handledByListener(records)
      this.#outboxes.forget(LISTENING_SERVICE, taken)
      this.#note(LISTENING_SERVICE, done)
      this.#distribute(LISTENING_SERVICE, done, now)
    } catch (error) {
      this.#inboxes.putBack(segments)
      throw error
    } finally {
      this.#isListening = false
    }
  }

  #emptyWork(service: ClockService, now: Date) {
    const time = now.toISOString()
    const after = this.#marks.get(service) ?? null
    return { after, from: time, until: time, segments: [], taken: [], is_only_taken: false }
  }

  #note(service: ClockService, { next_due, consumes, mark }: ClockWorkDone): void {
    this.#marks.set(service, mark)
    this.#nextDue.set(service, next_due === null ? undefined : new Date(next_due))
    CONSUMED.set(service, new Set(consumes))
  }

  /** Routes the events of an outbox to the services that consume them. */
  #distribute(from: ClockService, { outbox }: ClockWorkDone, now: Date): void {
    for (const { id, events } of outbox) {
      if (!this.#outboxes.add(from, id)) continue
      for (const [service, types] of CONSUMED) {
        const consumed = events.filter(({ type }) => types.has(type)) as CloudEvent[]
        this.#inboxes.enqueue(service, consumed, now)
      }
    }
  }
}

const isDue = (due: Date | undefined, now: Date): boolean => due !== undefined && due <= now
