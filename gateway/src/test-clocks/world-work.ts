import {
  CLOCK_SERVICES,
  type ClockService,
  type ClockTask,
  type ClockWork,
  type ClockWorkDone,
  type CloudEvent,
  LISTENING_SERVICE,
} from '@usher/contracts'
import { Outboxes } from './outboxes.ts'
import type { Work } from './service-work.ts'

/** Records of an outbox that a service returns at most: this many mean that there may be more. */
const FULL = 500

/** Number of events to gather before the listening service gets them: while it has nothing to do, and while it has. */
const [LISTENER_BATCH, BUSY_LISTENER_BATCH] = [10, 100]

/** Types of the events that each service consumes, from its last answer. */
const CONSUMED = new Map<ClockService, ReadonlySet<string>>()

type Segment = ClockWork['segments'][number]

/**
 * The work of the services of one test clock: carries events between them, and knows when something is due. The listening
 * service lags behind, as no other service consumes its events.
 */
export class WorldWork {
  readonly #ask: Work
  readonly #nextDue = new Map<ClockService, Date | undefined>()
  /** The `mark` of each service's last answer, while nobody else can have changed anything. */
  readonly #marks = new Map<ClockService, string>()
  readonly #inboxes = new Map<ClockService, CloudEvent[]>()
  readonly #outboxes = new Outboxes()
  /** Events for the listening service, by their time. */
  #backlog: Segment[] = []
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
    let next: Date | undefined
    for (const [service, due] of this.#nextDue)
      if (service !== LISTENING_SERVICE && due && (!next || due < next)) next = due
    return next
  }

  get dues(): ClockTask['dues'] {
    return Object.fromEntries(
      [...this.#nextDue].map(([service, due]) => [service, due?.toISOString() ?? null]),
    )
  }

  /** Queues events for all services; call it before anything else. */
  introduce(events: readonly CloudEvent[], now: Date): void {
    for (const service of CLOCK_SERVICES) this.#enqueue(service, events, now)
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
    await this.#untilListened()
    if (this.#backlog.length > 0 || isDue(this.#nextDue.get(LISTENING_SERVICE), now)) await this.#listen(now)
    this.#outboxes.handledByListener(this.#outboxes.awaitingListener())
    await Promise.all(
      [...this.#outboxes.taken()].map(async ([service, taken]) => {
        await this.#ask(service, { ...this.#emptyWork(service, now), taken, is_only_taken: true })
        this.#outboxes.forget(service, taken)
      }),
    )
  }

  async #settle(now: Date, services: ReadonlySet<ClockService>): Promise<void> {
    for (let calls = services; calls.size > 0; ) {
      const ordered = CLOCK_SERVICES.filter((service) => calls.has(service) && service !== LISTENING_SERVICE)
      const answers = await Promise.all(ordered.map((service) => this.#call(service, now)))
      this.#outboxes.handled()
      const more = new Set<ClockService>()
      for (const [place, answer] of answers.entries()) {
        const service = ordered[place] as ClockService
        this.#distribute(service, answer, now)
        if (answer.outbox.length === FULL) more.add(service)
      }
      for (const [service, waiting] of this.#inboxes) if (waiting.length > 0) more.add(service)
      calls = more
    }
    this.#outboxes.handled()
    const waiting = this.#backlog.reduce((sum, { events }) => sum + events.length, 0)
    if (waiting >= (this.#isListening ? BUSY_LISTENER_BATCH : LISTENER_BATCH)) await this.#startListening(now)
  }

  async #call(service: ClockService, now: Date): Promise<ClockWorkDone> {
    const events = [...(this.#inboxes.get(service) ?? [])]
    const taken = this.#outboxes.taken().get(service) ?? []
    const segments = events.length > 0 ? [{ now: now.toISOString(), events }] : []
    const done = await this.#ask(service, { ...this.#emptyWork(service, now), segments, taken })
    this.#inboxes.get(service)?.splice(0, events.length)
    this.#outboxes.forget(service, taken)
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
    const segments = this.#backlog
    this.#backlog = []
    const records = this.#outboxes.awaitingListener()
    const taken = this.#outboxes.taken().get(LISTENING_SERVICE) ?? []
    const from = this.#listenedUntil.toISOString()
    this.#isListening = true
    try {
      const empty = this.#emptyWork(LISTENING_SERVICE, now)
      const done = await this.#ask(LISTENING_SERVICE, { ...empty, from, segments, taken })
      this.#listenedUntil = now
      this.#outboxes.handledByListener(records)
      this.#outboxes.forget(LISTENING_SERVICE, taken)
      this.#note(LISTENING_SERVICE, done)
      this.#distribute(LISTENING_SERVICE, done, now)
    } catch (error) {
      this.#backlog = [...segments, ...this.#backlog]
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
        this.#enqueue(service, consumed, now)
      }
    }
  }

  #enqueue(service: ClockService, events: readonly CloudEvent[], now: Date): void {
    if (events.length === 0) return
    if (service !== LISTENING_SERVICE) {
      this.#inboxes.set(service, [...(this.#inboxes.get(service) ?? []), ...events])
      return
    }
    for (const event of events) {
      // After a gateway died, an event can be later than the time last reported: keep its own time.
      const time = new Date(Math.max(Date.parse(event.time), now.getTime())).toISOString()
      const last = this.#backlog.at(-1)
      if (last && last.now >= time) last.events.push(event)
      else this.#backlog.push({ now: time, events: [event] })
    }
  }
}

const isDue = (due: Date | undefined, now: Date): boolean => due !== undefined && due <= now
