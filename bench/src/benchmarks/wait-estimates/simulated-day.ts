import { Capacity } from './capacity.ts'
import type { Arrival, Day } from './day.ts'
import type { Guest, Method, Moment, Quote } from './method.ts'
import type { Told } from './renewal.ts'
import type { Scenario } from './scenario.ts'

/** A guest in the line of the simulated venue. */
export interface InLine extends Arrival {
  readonly guest: Guest
  /** The quote of each method. */
  readonly quotes: readonly Quote[]
  readonly ahead: number
  /** What each method told, at joining and then each minute. */
  readonly told: readonly Told[][]
}

interface Served {
  readonly quotes: readonly Quote[]
  /** Parties ahead at the time of the quote. */
  readonly ahead: number
  /** Minutes waited. */
  readonly actual: number
  /** By method; empty where quotes were not renewed. */
  readonly told: readonly (readonly Told[])[]
}

/** Whether quotes are renewed each minute. */
interface Options {
  readonly renews: boolean
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
  readonly #renews: boolean
  /** Changes of the queue so far that may change a quote. */
  #events = 0
  #announced: number

  /** @param midnight minutes from the start of the simulation to the start of the day */
  constructor(
    scenario: Scenario,
    day: Day,
    midnight: number,
    methods: readonly Method[],
    { renews }: Options = { renews: false },
  ) {
    this.#scenario = scenario
    this.#day = day
    this.#midnight = midnight
    this.#methods = methods
    this.#coming = [...day.arrivals]
    this.#capacity = new Capacity(scenario, day)
    this.#renews = renews
    this.#announced = day.announcedLanesAt(scenario.opens)
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
      const next = Math.min(arrival, leaves, this.#capacity.nextChange(minute), this.#scenario.closes)
      if (this.#renews) this.#renewQuotes(minute, next)
      minute = next
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
    const ahead = this.#line.length
    const events = this.#eventsUntil(arrival.at)
    const told = this.#methods.map((_, i) => [{ ...(quotes[i] as Quote), after: 0, events, ahead }])
    this.#line.push({ ...arrival, guest, quotes, ahead, told })
  }

  /** Asks anew at each whole minute between two moments. Nothing happens in the meantime. */
  #renewQuotes(from: number, to: number): void {
    for (let minute = Math.floor(from) + 1; minute < to && this.#line.length > 0; minute += 1) {
      const moment = this.#momentAt(minute)
      const events = this.#eventsUntil(minute)
      for (const [ahead, { guest, at, told }] of this.#line.entries()) {
        const asked = { ...moment, line: moment.line.slice(0, ahead) }
        for (const [i, { requote }] of this.#methods.entries()) {
          if (requote) told[i]?.push({ ...requote(guest, asked), after: minute - at, events, ahead })
        }
      }
    }
  }

  #eventsUntil(minute: number): number {
    const announced = this.#day.announcedLanesAt(minute)
    if (announced !== this.#announced) this.#events += 1
    this.#announced = announced
    return this.#events
  }

  #leave(inLine: InLine, minute: number): void {
    this.#line.splice(this.#line.indexOf(inLine), 1)
    this.#events += 1
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
      const { guest, at, size, service, quotes, ahead, told } = taken
      this.#events += 1
      this.#capacity.occupy(size, minute + service * this.#day.slowness(minute))
      for (const method of this.#methods) method.started(guest, this.#momentAt(minute))
      this.#served.push({ quotes, ahead, actual: minute - at, told })
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
