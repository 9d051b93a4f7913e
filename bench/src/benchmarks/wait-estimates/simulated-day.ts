import type { Arrival } from './arrivals.ts'
import type { PlannedDay } from './day.ts'
import { Floor } from './floor.ts'
import type { Guest, Method, Moment, Quote } from './method.ts'
import type { Oracle } from './oracle.ts'
import type { Told } from './renewal.ts'
import type { Scenario } from './scenario.ts'

/** A guest in the line, as the venue has it listed. */
export interface Listed {
  readonly party: Arrival
  readonly guest: Guest
  /** The quote of each method, and of the oracle where there is one. */
  readonly quotes: readonly Quote[]
  readonly ahead: number
  /** What each method told, at joining and then each minute. */
  readonly told: readonly Told[][]
  /** Parties that had joined before on the day. */
  readonly joinedBefore: number
}

export interface Served {
  readonly quotes: readonly Quote[]
  /** Parties ahead at the time of the quote. */
  readonly ahead: number
  /** Minutes waited. */
  readonly actual: number
  /** By method; only the first where quotes were not renewed. */
  readonly told: readonly (readonly Told[])[]
  /** Parties that had joined before on the day. */
  readonly joinedBefore: number
}

interface Options {
  /** Minutes from the start of the simulation to the start of the day. */
  readonly midnight: number
  readonly methods: readonly Method[]
  /** Whether the day counts: quotes are renewed each minute then. */
  readonly isScored: boolean
  readonly oracle?: Oracle | undefined
}

/** One day at a venue: what happens there is listed, and methods are asked and told about it. */
export class SimulatedDay {
  readonly #scenario: Scenario
  readonly #day: PlannedDay
  readonly #options: Options
  readonly #floor: Floor
  readonly #line: Listed[] = []
  readonly #served: Served[] = []
  #joined = 0
  /** Changes of the queue so far that may change a quote. */
  #events = 0
  #announced: number
  /** The minute from which on quotes are renewed next. */
  #renewsAt: number

  constructor(scenario: Scenario, day: PlannedDay, options: Options) {
    this.#scenario = scenario
    this.#day = day
    this.#options = options
    this.#announced = day.announcedLanesAt(scenario.opens)
    this.#renewsAt = options.isScored ? scenario.opens : Number.POSITIVE_INFINITY
    const arrivals = day.arrivals.values()
    const departures = day.departures.values()
    const coming = {
      nextArrival: () => arrivals.next().value,
      nextDeparture: () => departures.next().value ?? Number.POSITIVE_INFINITY,
    }
    const { opens } = scenario
    this.#floor = new Floor(
      scenario,
      day,
      coming,
      { minute: opens, line: [], busy: [], departed: opens },
      {
        arrived: (party) => this.#arrive(party),
        left: (party, minute) => this.#leave(party, minute),
        started: (party, minute) => this.#start(party, minute),
      },
    )
  }

  /** Notes guests of the day before, whom everybody forgot, as served. */
  noteForgotten(guests: readonly Listed[]): void {
    for (const { guest } of guests) {
      for (const method of this.#options.methods) {
        method.started(guest, this.#momentAt(this.#scenario.opens))
      }
    }
  }

  /** Runs the day to its end: the guests who were served, and those who stay on the list. */
  run(): { readonly served: readonly Served[]; readonly forgotten: readonly Listed[] } {
    const { closes, forgets_overnight } = this.#scenario
    for (let next = this.#floor.nextAt(); next < closes; next = this.#floor.nextAt()) {
      this.#renewQuotes(next)
      this.#floor.advance(next)
    }
    this.#renewQuotes(closes)
    if (forgets_overnight) return { served: this.#served, forgotten: this.#line }
    for (const { party } of [...this.#line]) this.#leave(party, closes)
    return { served: this.#served, forgotten: [] }
  }

  #arrive(party: Arrival): void {
    const moment = this.#momentAt(party.at)
    const guest = { size: party.size, joined: moment.now }
    const ahead = this.#line.length
    const quotes = this.#options.methods.map((method) => method.quote(guest, moment))
    const events = this.#eventsUntil(party.at)
    const told = quotes.map((quote) => [{ ...quote, after: 0, events, ahead }])
    const best = this.#options.oracle?.quote(this.#floor.state, this.#day, party)
    const all = best ? [...quotes, best] : quotes
    this.#line.push({ party, guest, quotes: all, ahead, told, joinedBefore: this.#joined })
    this.#joined += 1
  }

  /** Asks anew at each whole minute before the next event. Nothing happens in the meantime. */
  #renewQuotes(next: number): void {
    for (; this.#renewsAt < next; this.#renewsAt += 1) {
      if (this.#line.length > 0) this.#renewQuotesAt(this.#renewsAt)
    }
  }

  #renewQuotesAt(minute: number): void {
    const moment = this.#momentAt(minute)
    const events = this.#eventsUntil(minute)
    for (const [ahead, { guest, party, told }] of this.#line.entries()) {
      const asked = { ...moment, line: moment.line.slice(0, ahead) }
      for (const [i, { requote }] of this.#options.methods.entries()) {
        if (requote) told[i]?.push({ ...requote(guest, asked), after: minute - party.at, events, ahead })
      }
    }
  }

  #eventsUntil(minute: number): number {
    const announced = this.#day.announcedLanesAt(minute)
    if (announced !== this.#announced) this.#events += 1
    this.#announced = announced
    return this.#events
  }

  #leave(party: Arrival, minute: number): void {
    const { guest } = this.#strike(party)
    for (const method of this.#options.methods) method.left(guest, this.#momentAt(minute))
  }

  #start(party: Arrival, minute: number): void {
    const { guest, quotes, ahead, told, joinedBefore } = this.#strike(party)
    for (const method of this.#options.methods) method.started(guest, this.#momentAt(minute))
    this.#served.push({ quotes, ahead, actual: minute - party.at, told, joinedBefore })
  }

  /** Takes a party off the list. */
  #strike(party: Arrival): Listed {
    this.#events += 1
    const index = this.#line.findIndex((one) => one.party === party)
    return this.#line.splice(index, 1)[0] as Listed
  }

  #momentAt(minute: number): Moment {
    return {
      now: this.#options.midnight + minute,
      hour: this.#day.weekday * 24 + Math.floor(minute / 60),
      lanes: this.#day.announcedLanesAt(minute),
      serviceMinutes: this.#scenario.settings.service_minutes,
      closesIn: this.#scenario.closes - minute,
      line: this.#line.map(({ guest }) => guest),
    }
  }
}
