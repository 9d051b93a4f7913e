import {
  CLOCK_SERVICES,
  type ClockService,
  type ClockTask,
  type ClockWorkDone,
  type CloudEvent,
  LISTENING_SERVICE,
} from '@usher/contracts'
import { Inboxes } from './inboxes.ts'
import { Outboxes } from './outboxes.ts'
import type { Work } from './service-work.ts'

/** Records of an outbox that a service returns at a time: as many mean that there may be more. */
const FULL = 500

/** Events that may wait for the service that only listens before the others wait for it. */
const LISTEN_AFTER = 100

/** Events that are handed to it at once, while it has nothing to do. */
const LISTEN_TO = 10

/** Types of the events that each service handles, as it last said. */
const CONSUMED = new Map<ClockService, ReadonlySet<string>>()

/**
 * What the services of one test clock have to do: carries events between them, and knows when something is due. The
 * service that only listens follows behind, as nothing waits for it.
 */
export class WorldWork {
  readonly #ask: Work
  readonly #nextDue = new Map<ClockService, Date | undefined>()
  /** What each service last said it knows, where nobody else has worked since. */
  readonly #marks = new Map<ClockService, string>()
  readonly #inboxes = new Inboxes()
  /** Services that have to be asked, whatever is due: they stay until they have answered. */
  readonly #toAsk = new Set<ClockService>()
  readonly #outboxes = new Outboxes()
  #heardUntil: Date
  #listening: Promise<void> = Promise.resolve()
  #isListening = false

  constructor(ask: Work, { now, dues }: Pick<ClockTask, 'now' | 'dues'>) {
    this.#ask = ask
    this.#heardUntil = new Date(now)
    for (const service of CLOCK_SERVICES) {
      const due = dues[service]
      if (due !== undefined) this.#nextDue.set(service, due === null ? undefined : new Date(due))
    }
  }

  /** When the next thing is due, but for the service that only listens. */
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

  /** Events for all services, before anything else. */
  introduce(events: readonly CloudEvent[], now: Date): void {
    for (const service of CLOCK_SERVICES) this.#inboxes.hand(service, events, now)
  }

  /** Does all that is due, with all that follows from it, where work may have been left. */
  async settle(now: Date, touched: readonly ClockService[]): Promise<void> {
    const unknown = CLOCK_SERVICES.filter((service) => !CONSUMED.has(service) || !this.#nextDue.has(service))
    const asked = new Set([...touched, ...unknown])
    for (const service of asked) this.#marks.delete(service)
    if (asked.has(LISTENING_SERVICE)) await this.#listen(now)
    await this.#settle(now, asked)
  }

  /** Does what is due in those services that have something due. */
  async settleDue(now: Date): Promise<void> {
    const due = CLOCK_SERVICES.filter((service) => isDue(this.#nextDue.get(service), now))
    await this.#settle(now, new Set(due))
  }

  /** Lets the service that only listens catch up, and services forget the events that all have handled. */
  async finish(now: Date): Promise<void> {
    do {
      await this.#untilHeard()
      if (this.#inboxes.unheard > 0 || isDue(this.#nextDue.get(LISTENING_SERVICE), now))
        await this.#listen(now)
      await this.#settle(now, new Set())
    } while (this.#inboxes.unheard > 0 || this.#isListening)
    this.#outboxes.heard(this.#outboxes.unheard())
    await Promise.all(
      [...this.#outboxes.taken()].map(async ([service, taken]) => {
        await this.#ask(service, { ...this.#nothingTo(service, now), taken, is_only_taken: true })
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
    if (this.#inboxes.unheard >= (this.#isListening ? LISTEN_AFTER : LISTEN_TO)) await this.#listenBehind(now)
  }

  /** Services that have something to do, but for the one that only listens. */
  #nextAsked(): ClockService[] {
    const hasWork = (service: ClockService) =>
      this.#toAsk.has(service) || this.#inboxes.of(service).length > 0
    return CLOCK_SERVICES.filter((service) => service !== LISTENING_SERVICE && hasWork(service))
  }

  async #call(service: ClockService, now: Date): Promise<ClockWorkDone> {
    const events = [...this.#inboxes.of(service)]
    const taken = this.#outboxes.taken().get(service) ?? []
    const segments = events.length > 0 ? [{ now: now.toISOString(), events }] : []
    const done = await this.#ask(service, { ...this.#nothingTo(service, now), segments, taken })
    this.#inboxes.handled(service, events.length)
    this.#outboxes.forget(service, taken)
    if (done.outbox.length < FULL) this.#toAsk.delete(service)
    this.#note(service, done)
    return done
  }

  /** Starts to catch up while the others go on; no further behind than one batch. */
  async #listenBehind(now: Date): Promise<void> {
    await this.#untilHeard()
    this.#listening = this.#listen(now)
    // Whoever waits for it next sees the failure.
    this.#listening.catch(() => {})
  }

  async #untilHeard(): Promise<void> {
    const listening = this.#listening
    this.#listening = Promise.resolve()
    await listening
  }

  /** Lets the service that only listens catch up. */
  async #listen(now: Date): Promise<void> {
    const segments = this.#inboxes.takeUnheard()
    const heard = this.#outboxes.unheard()
    const taken = this.#outboxes.taken().get(LISTENING_SERVICE) ?? []
    const from = this.#heardUntil.toISOString()
    this.#isListening = true
    try {
      const done = await this.#ask(LISTENING_SERVICE, {
        ...this.#nothingTo(LISTENING_SERVICE, now),
        from,
        segments: [...segments],
        taken,
      })
      this.#heardUntil = now
      this.#outboxes.heard(heard)
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

  #nothingTo(service: ClockService, now: Date) {
    const time = now.toISOString()
    const after = this.#marks.get(service) ?? null
    return { after, from: time, until: time, segments: [], taken: [], is_only_taken: false }
  }

  #note(service: ClockService, { next_due, consumes, mark }: ClockWorkDone): void {
    this.#marks.set(service, mark)
    this.#nextDue.set(service, next_due === null ? undefined : new Date(next_due))
    CONSUMED.set(service, new Set(consumes))
  }

  /** Hands on what a service has told. */
  #distribute(from: ClockService, { outbox }: ClockWorkDone, now: Date): void {
    for (const { id, events } of outbox) {
      if (!this.#outboxes.add(from, id)) continue
      for (const [service, types] of CONSUMED) {
        const its = events.filter(({ type }) => types.has(type)) as CloudEvent[]
        this.#inboxes.hand(service, its, now)
      }
    }
  }
}

const isDue = (due: Date | undefined, now: Date): boolean => due !== undefined && due <= now
