import type { Day } from './day.ts'
import type { Scenario } from './scenario.ts'

interface Busy {
  readonly until: number
  readonly seats: number
}

/** Who can be taken from the line of the simulated venue: by lanes, by tables of some sizes, or by departures. */
export class Capacity {
  readonly #scenario: Scenario
  readonly #day: Day
  /** Lanes or tables that are taken, first to be free first. */
  #busy: Busy[] = []
  #departure = { at: Number.NEGATIVE_INFINITY, left: 0 }

  constructor(scenario: Scenario, day: Day) {
    this.#scenario = scenario
    this.#day = day
  }

  /** The next minute at which a party may be taken that could not be before. */
  nextChange(after: number): number {
    this.#busy = this.#busy.filter(({ until }) => until > after)
    const { laneChanges, departures } = this.#day
    const planned = [...laneChanges, ...departures].filter((at) => at > after)
    return Math.min(...planned, ...this.#busy.slice(0, 1).map(({ until }) => until))
  }

  /** Index of the party to take now, by the sizes in the line; -1: none. */
  choose(sizes: readonly number[], minute: number): number {
    if (sizes.length === 0) return -1
    this.#busy = this.#busy.filter(({ until }) => until > minute)
    const { departures, tables } = this.#scenario
    if (departures) {
      const leaves = this.#day.departures.includes(minute) && this.#departure.at !== minute
      if (leaves) this.#departure = { at: minute, left: departures.parties }
      return this.#departure.at === minute && this.#departure.left > 0 ? 0 : -1
    }
    if (tables) return sizes.findIndex((size) => this.#tableFor(size) !== undefined)
    return this.#busy.length < this.#day.lanesAt(minute) ? 0 : -1
  }

  occupy(size: number, until: number): void {
    if (this.#scenario.departures) this.#departure.left -= 1
    else this.#busy.push({ until, seats: this.#tableFor(size) ?? 0 })
    this.#busy.sort((a, b) => a.until - b.until)
  }

  /** Seats of the smallest free table for a party. */
  #tableFor(size: number): number | undefined {
    const free = (this.#scenario.tables ?? []).filter(
      ({ seats, count }) => seats >= size && this.#busy.filter((one) => one.seats === seats).length < count,
    )
    return free.map(({ seats }) => seats).sort((a, b) => a - b)[0]
  }
}
