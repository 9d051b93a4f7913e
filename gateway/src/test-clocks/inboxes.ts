import { type ClockService, type ClockWork, type CloudEvent, LISTENING_SERVICE } from '@usher/contracts'

type Segment = ClockWork['segments'][number]

/** Events that services have yet to handle. */
export class Inboxes {
  readonly #waiting = new Map<ClockService, CloudEvent[]>()
  /** Events for the listening service, by their time. */
  #backlog: Segment[] = []

  enqueue(service: ClockService, events: readonly CloudEvent[], now: Date): void {
    if (service === LISTENING_SERVICE) this.#enqueueForListener(events, now)
    else if (events.length > 0) this.#waiting.set(service, [...this.of(service), ...events])
  }

  of(service: ClockService): readonly CloudEvent[] {
    return this.#waiting.get(service) ?? []
  }

  /** A service has handled its first events. */
  handled(service: ClockService, count: number): void {
    this.#waiting.set(service, this.of(service).slice(count))
  }

  /** Number of events that wait for the listening service. */
  get backlog(): number {
    return this.#backlog.reduce((sum, { events }) => sum + events.length, 0)
  }

  takeBacklog(): readonly Segment[] {
    const taken = this.#backlog
    this.#backlog = []
    return taken
  }

  putBack(segments: readonly Segment[]): void {
    this.#backlog = [...segments, ...this.#backlog]
  }

  #enqueueForListener(events: readonly CloudEvent[], now: Date): void {
    for (const event of events) {
      // After a gateway died, an event can be later than the time last reported: keep its own time.
      const time = new Date(Math.max(Date.parse(event.time), now.getTime())).toISOString()
      const last = this.#backlog.at(-1)
      if (last && last.now >= time) last.events.push(event)
      else this.#backlog.push({ now: time, events: [event] })
    }
  }
}
