import type { Arrival, Day } from './day.ts'
import type { Guest, Method, Moment, Quote } from './method.ts'
import type { Scenario } from './scenario.ts'

/** A guest in the line of the simulated venue. */
interface InLine extends Arrival {
  readonly guest: Guest
  /** The quote of each method. */
  readonly quotes: readonly Quote[]
}

interface Served {
  readonly quotes: readonly Quote[]
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
  /** When busy lanes become free, in order. */
  readonly #busyUntil: number[] = []
  readonly #served: Served[] = []

  /** @param midnight minutes from the start of the simulation to the start of the day */
  constructor(scenario: Scenario, day: Day, midnight: number, methods: readonly Method[]) {
    this.#scenario = scenario
    this.#day = day
    this.#midnight = midnight
    this.#methods = methods
    this.#coming = [...day.arrivals]
  }

  /** Runs the day to its end and returns the guests who were served. */
  run(): readonly Served[] {
    for (let minute = 0; ; ) {
      const impatient = this.#line.reduce<InLine | undefined>(earlierToLeave, undefined)
      const arrival = this.#coming[0]?.at ?? Number.POSITIVE_INFINITY
      const free = this.#busyUntil[0] ?? Number.POSITIVE_INFINITY
      const leaves = impatient ? leavesAt(impatient) : Number.POSITIVE_INFINITY
      const after = minute
      const lanes = this.#day.laneChanges.find((at) => at > after) ?? Number.POSITIVE_INFINITY
      minute = Math.min(arrival, free, leaves, lanes)
      if (minute >= this.#scenario.closes) break
      if (minute === free) this.#busyUntil.shift()
      else if (minute === arrival) this.#arrive()
      else if (minute === leaves && impatient) this.#leave(impatient, minute)
      this.#startServices(minute)
    }
    for (const guest of [...this.#line]) this.#leave(guest, this.#scenario.closes)
    return this.#served
  }

  #arrive(): void {
    const arrival = this.#coming.shift() as Arrival
    const moment = this.#momentAt(arrival.at)
    const guest = { size: arrival.size, joined: moment.now }
    const quotes = this.#methods.map((method) => method.quote(guest, moment))
    this.#line.push({ ...arrival, guest, quotes })
  }

  #leave(inLine: InLine, minute: number): void {
    this.#line.splice(this.#line.indexOf(inLine), 1)
    for (const method of this.#methods) method.left(inLine.guest, this.#momentAt(minute))
  }

  #startServices(minute: number): void {
    while (this.#line.length > 0 && this.#busyUntil.length < this.#day.lanesAt(minute)) {
      const { guest, at, service, quotes } = this.#line.shift() as InLine
      this.#busyUntil.push(minute + service * this.#day.slowness(minute))
      this.#busyUntil.sort((a, b) => a - b)
      for (const method of this.#methods) method.started(guest, this.#momentAt(minute))
      this.#served.push({ quotes, actual: minute - at })
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
