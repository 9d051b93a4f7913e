import { type ClockService, type ClockWork, type CloudEvent, LISTENING_SERVICE } from '@usher/contracts'

type Segment = ClockWork['segments'][number]

/** Events that services have yet to handle. */
export class Inboxes {
  readonly #waiting = new Map<ClockService, CloudEvent[]>()
  /** Those for the service that only listens, by their time. */
  #unheard: Segment[] = []

  hand(service: ClockService, events: readonly CloudEvent[], now: Date): void {
    if (service === LISTENING_SERVICE) this.#handLater(events, now)
    else if (events.length > 0) this.#waiting.set(service, [...this.of(service), ...events])
  }

  of(service: ClockService): readonly CloudEvent[] {
    return this.#waiting.get(service) ?? []
  }

  /** A service has handled its first events. */
  handled(service: ClockService, count: number): void {
    this.#waiting.set(service, this.of(service).slice(count))
  }

  /** Events that wait for the service that only listens. */
  get unheard(): number {
    return this.#unheard.reduce((sum, { events }) => sum + events.length, 0)
  }

  takeUnheard(): readonly Segment[] {
    const taken = this.#unheard
    this.#unheard = []
    return taken
  }

  putBack(segments: readonly Segment[]): void {
    this.#unheard = [...segments, ...this.#unheard]
  }

  #handLater(events: readonly CloudEvent[], now: Date): void {
    for (const event of events) {
      // Later than now after a gateway died: what it did is not done again.
      const time = new Date(Math.max(Date.parse(event.time), now.getTime())).toISOString()
      const last = this.#unheard.at(-1)
      if (last && last.now >= time) last.events.push(event)
      else this.#unheard.push({ now: time, events: [event] })
    }
  }
}
