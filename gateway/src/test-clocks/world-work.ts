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

/** Records of an outbox that a service returns at a time: as many mean that there may be more. */
const FULL = 500

/** Events that may wait for the service that only listens before the others wait for it. */
const LISTEN_AFTER = 100

/** Events that are handed to it at once, while it has nothing to do. */
const LISTEN_TO = 10

/** Types of the events that each service handles, as it last said. */
const CONSUMED = new Map<ClockService, ReadonlySet<string>>()

type Segment = ClockWork['segments'][number]

/**
 * What the services of one test clock have to do: carries events between them, and knows when something is due. The
 * service that only listens follows behind, as nothing waits for it.
 */
export class WorldWork {
  readonly #ask: Work
  readonly #nextDue = new Map<ClockService, Date | undefined>()
  /** What each service last said it knows, where nobody else has worked since. */
  readonly #marks = new Map<ClockService, string>()
  readonly #inboxes = new Map<ClockService, CloudEvent[]>()
  readonly #outboxes = new Outboxes()
  /** Events for the service that only listens, by their time. */
  #unheard: Segment[] = []
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
    for (const service of CLOCK_SERVICES) this.#hand(service, events, now)
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
    await this.#untilHeard()
    if (this.#unheard.length > 0 || isDue(this.#nextDue.get(LISTENING_SERVICE), now)) await this.#listen(now)
    this.#outboxes.heard(this.#outboxes.unheard())
    await Promise.all(
      [...this.#outboxes.taken()].map(async ([service, taken]) => {
        await this.#ask(service, { ...this.#nothingTo(service, now), taken, is_only_taken: true })
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
    const waiting = this.#unheard.reduce((sum, { events }) => sum + events.length, 0)
    if (waiting >= (this.#isListening ? LISTEN_AFTER : LISTEN_TO)) await this.#listenBehind(now)
  }

  async #call(service: ClockService, now: Date): Promise<ClockWorkDone> {
    const events = [...(this.#inboxes.get(service) ?? [])]
    const taken = this.#outboxes.taken().get(service) ?? []
    const segments = events.length > 0 ? [{ now: now.toISOString(), events }] : []
    const done = await this.#ask(service, { ...this.#nothingTo(service, now), segments, taken })
    this.#inboxes.get(service)?.splice(0, events.length)
    this.#outboxes.forget(service, taken)
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
    const segments = this.#unheard
    this.#unheard = []
    const heard = this.#outboxes.unheard()
    const taken = this.#outboxes.taken().get(LISTENING_SERVICE) ?? []
    const from = this.#heardUntil.toISOString()
    this.#isListening = true
    try {
      const done = await this.#ask(LISTENING_SERVICE, {
        ...this.#nothingTo(LISTENING_SERVICE, now),
        from,
        segments,
        taken,
      })
      this.#heardUntil = now
      this.#outboxes.heard(heard)
      this.#outboxes.forget(LISTENING_SERVICE, taken)
      this.#note(LISTENING_SERVICE, done)
      this.#distribute(LISTENING_SERVICE, done, now)
    } catch (error) {
      this.#unheard = [...segments, ...this.#unheard]
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
        this.#hand(service, its, now)
      }
    }
  }

  #hand(service: ClockService, events: readonly CloudEvent[], now: Date): void {
    if (events.length === 0) return
    if (service !== LISTENING_SERVICE) {
      this.#inboxes.set(service, [...(this.#inboxes.get(service) ?? []), ...events])
      return
    }
    for (const event of events) {
      // Later than now after a gateway died: what it did is not done again.
      const time = new Date(Math.max(Date.parse(event.time), now.getTime())).toISOString()
      const last = this.#unheard.at(-1)
      if (last && last.now >= time) last.events.push(event)
      else this.#unheard.push({ now: time, events: [event] })
    }
  }
}

const isDue = (due: Date | undefined, now: Date): boolean => due !== undefined && due <= now
