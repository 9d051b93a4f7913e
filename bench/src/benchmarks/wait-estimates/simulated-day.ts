import { Capacity } from './capacity.ts'
import type { Arrival, Day } from './day.ts'
import type { Guest, Method, Moment, Quote } from './method.ts'
import type { Scenario } from './scenario.ts'

/** A guest in the line of the simulated venue. */
export interface InLine extends Arrival {
  readonly guest: Guest
  /** The quote of each method. */
  readonly quotes: readonly Quote[]
  readonly ahead: number
}

interface Served {
  readonly quotes: readonly Quote[]
  /** Parties ahead at the time of the quote. */
  readonly ahead: number
  /** Minutes waited. */
  readonly actual: number
}

/** One day at a venue, event by event: arrivals, ends of services, changes of lanes, guests who give up. */
export class SimulatedDay {
  readonly #scenario: Scenario
  readonly #day: Day
  readonly #midnight: number
  readonly #methods: readonly Method[]
  readonly #coming: Arrival[]
  readonly #line: InLine[] = []
  readonly #capacity: Capacity
  readonly #served: Served[] = []

  /** @param midnight minutes from the start of the simulation to the start of the day */
  constructor(scenario: Scenario, day: Day, midnight: number, methods: readonly Method[]) {
    this.#scenario = scenario
    this.#day = day
    this.#midnight = midnight
    this.#methods = methods
    this.#coming = [...day.arrivals]
    this.#capacity = new Capacity(scenario, day)
  }

  /** Notes guests of the day before, whom everybody forgot, as served. */
  noteForgotten(guests: readonly InLine[]): void {
    for (const { guest } of guests) {
      for (const method of this.#methods) method.started(guest, this.#momentAt(this.#scenario.opens))
    }
  }

  /** Runs the day to its end: the guests who were served, and those who stay on the list. */
  run(): { readonly served: readonly Served[]; readonly forgotten: readonly InLine[] } {
    for (let minute = 0; ; ) {
      const impatient = this.#line.reduce<InLine | undefined>(earlierToLeave, undefined)
      const arrival = this.#coming[0]?.at ?? Number.POSITIVE_INFINITY
      const leaves = impatient ? leavesAt(impatient) : Number.POSITIVE_INFINITY
      minute = Math.min(arrival, leaves, this.#capacity.nextChange(minute))
      if (minute >= this.#scenario.closes) break
      if (minute === arrival) this.#arrive()
      else if (minute === leaves && impatient) this.#leave(impatient, minute)
      this.#startServices(minute)
    }
    if (this.#scenario.forgets_overnight) return { served: this.#served, forgotten: this.#line }
    for (const guest of [...this.#line]) this.#leave(guest, this.#scenario.closes)
    return { served: this.#served, forgotten: [] }
  }

  #arrive(): void {
    const arrival = this.#coming.shift() as Arrival
    const moment = this.#momentAt(arrival.at)
    const guest = { size: arrival.size, joined: moment.now }
    const quotes = this.#methods.map((method) => method.quote(guest, moment))
    this.#line.push({ ...arrival, guest, quotes, ahead: this.#line.length })
  }

  #leave(inLine: InLine, minute: number): void {
    this.#line.splice(this.#line.indexOf(inLine), 1)
    for (const method of this.#methods) method.left(inLine.guest, this.#momentAt(minute))
  }

  #startServices(minute: number): void {
    for (;;) {
      const index = this.#capacity.choose(
        this.#line.map(({ size }) => size),
        minute,
      )
      const [taken] = index < 0 ? [] : this.#line.splice(index, 1)
      if (!taken) return
      const { guest, at, size, service, quotes, ahead } = taken
      this.#capacity.occupy(size, minute + service * this.#day.slowness(minute))
      for (const method of this.#methods) method.started(guest, this.#momentAt(minute))
      this.#served.push({ quotes, ahead, actual: minute - at })
    }
  }

  #momentAt(minute: number): Moment {
    return {
      now: this.#midnight + minute,
      hour: this.#day.weekday * 24 + Math.floor(minute / 60),
      lanes: this.#day.announcedLanesAt(minute),
      serviceMinutes: this.#scenario.settings.service_minutes,
      closesIn: this.#scenario.closes - minute,
      line: this.#line.map(({ guest }) => guest),
    }
  }
}

const leavesAt = ({ at, patience }: InLine): number => at + patience

const earlierToLeave = (first: InLine | undefined, one: InLine): InLine =>
  first && leavesAt(first) <= leavesAt(one) ? first : one
