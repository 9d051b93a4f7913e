import type { Arrival } from './arrivals.ts'
import type { Day } from './day.ts'
import type { Scenario } from './scenario.ts'

/** A lane or table that is taken. */
export interface Busy {
  readonly since: number
  readonly until: number
  /** Size of the party. */
  readonly size: number
  /** Whether it is kept for a party that was called and does not come. */
  readonly isHeld: boolean
  /** Seats of the table; 0: a lane. */
  readonly seats: number
}

/** The venue at a minute. */
export interface FloorState {
  readonly minute: number
  readonly line: readonly Arrival[]
  /** First to be free first. */
  readonly busy: readonly Busy[]
  /** When the last boat left; the opening before the first. */
  readonly departed: number
}

/** What is still to come: the next each time, in order. */
export interface Coming {
  readonly nextArrival: () => Arrival | undefined
  /** Infinity: none. */
  readonly nextDeparture: () => number
}

/** Told as it happens, before its consequences. */
interface Witness {
  arrived?(party: Arrival): void
  left?(party: Arrival, minute: number): void
  /** @param heldFor minutes that a lane is kept for a party that does not come; undefined: it comes */
  called?(party: Arrival, minute: number, heldFor: number | undefined): void
  /** A lane or table is free again. */
  freed?(busy: Busy): void
}

/** What truly happens at the venue, event by event: arrivals, ends of services, changes of lanes, guests who give up. */
export class Floor {
  readonly #scenario: Scenario
  readonly #day: Day
  readonly #coming: Coming
  readonly #witness: Witness
  readonly #line: Arrival[]
  #busy: Busy[]
  #minute: number
  #departed: number
  #arrival: Arrival | undefined
  #departure: number
  #laneChanges: number[]
  /** Parties, or people, that the boat at the pier still takes. */
  #places = 0

  constructor(scenario: Scenario, day: Day, coming: Coming, state: FloorState, witness: Witness) {
    this.#scenario = scenario
    this.#day = day
    this.#coming = coming
    this.#witness = witness
    this.#line = [...state.line]
    this.#busy = [...state.busy].sort((a, b) => a.until - b.until)
    this.#minute = state.minute
    this.#departed = state.departed
    this.#arrival = coming.nextArrival()
    this.#departure = coming.nextDeparture()
    this.#laneChanges = day.laneChanges.filter((at) => at > state.minute)
  }

  get state(): FloorState {
    return { minute: this.#minute, line: this.#line, busy: this.#busy, departed: this.#departed }
  }

  /** When something happens next. */
  nextAt(): number {
    return Math.min(
      this.#arrival?.at ?? Number.POSITIVE_INFINITY,
      this.#departure,
      this.#laneChanges[0] ?? Number.POSITIVE_INFINITY,
      this.#busy[0]?.until ?? Number.POSITIVE_INFINITY,
      this.#scenario.patience_minutes === null ? Number.POSITIVE_INFINITY : this.#leavesNext(),
    )
  }

  /** Lets happen what happens at a minute, which is the next. */
  advance(minute: number): void {
    this.#minute = minute
    for (let [busy] = this.#busy; busy && busy.until <= minute; [busy] = this.#busy) {
      this.#busy.shift()
      this.#witness.freed?.(busy)
    }
    while ((this.#laneChanges[0] ?? Number.POSITIVE_INFINITY) <= minute) this.#laneChanges.shift()
    if (this.#arrival && this.#arrival.at <= minute) this.#arrive(this.#arrival)
    else if (this.#scenario.patience_minutes !== null) this.#leave(minute)
    if (this.#departure <= minute) this.#depart(minute)
    this.startServices()
    this.#places = 0
  }

  /** Takes all who can be taken now. */
  startServices(): void {
    const minute = this.#minute
    for (let index = this.#choose(); index >= 0; index = this.#choose()) {
      const [party] = this.#line.splice(index, 1) as [Arrival]
      const heldFor = this.#heldFor(party)
      // Who has left without telling is known to be gone as soon as they are called.
      if (heldFor !== 0) this.#occupy(party, minute, heldFor)
      this.#witness.called?.(party, minute, heldFor)
    }
  }

  #heldFor(party: Arrival): number | undefined {
    if (party.isSilent && leavesAt(party) <= this.#minute) return 0
    return party.comes ? undefined : (this.#scenario.no_shows?.grace_minutes ?? 0)
  }

  #arrive(party: Arrival): void {
    const behind = party.hasPriority ? this.#line.findIndex(({ hasPriority }) => !hasPriority) : -1
    this.#line.splice(behind < 0 ? this.#line.length : behind, 0, party)
    this.#witness.arrived?.(party)
    this.#arrival = this.#coming.nextArrival()
  }

  #leave(minute: number): void {
    const index = this.#line.findIndex((party) => !party.isSilent && leavesAt(party) <= minute)
    const [party] = index < 0 ? [] : this.#line.splice(index, 1)
    if (party) this.#witness.left?.(party, minute)
  }

  #leavesNext(): number {
    let first = Number.POSITIVE_INFINITY
    for (const party of this.#line) {
      if (!party.isSilent) first = Math.min(first, leavesAt(party))
    }
    return first
  }

  #depart(minute: number): void {
    this.#departed = minute
    const { departures } = this.#scenario
    this.#places = departures?.people ?? departures?.parties ?? 0
    this.#departure = this.#coming.nextDeparture()
  }

  /** Index of the party to take now; -1: none. */
  #choose(): number {
    if (this.#line.length === 0) return -1
    const { departures, tables } = this.#scenario
    if (departures) return this.#places >= this.#placesFor(this.#line[0] as Arrival) ? 0 : -1
    if (tables) return this.#line.findIndex(({ size }) => this.#tableFor(size) > 0)
    return this.#busy.length < this.#day.lanesAt(this.#minute) ? 0 : -1
  }

  /** Places of a boat that a party takes. */
  #placesFor({ size }: Arrival): number {
    return this.#scenario.departures?.people === undefined ? 1 : size
  }

  #occupy(party: Arrival, minute: number, heldFor: number | undefined): void {
    if (this.#scenario.departures) {
      this.#places -= this.#placesFor(party)
      return
    }
    const { size, service } = party
    const until = minute + (heldFor ?? service * this.#day.slowness(minute))
    const seats = this.#scenario.tables ? this.#tableFor(size) : 0
    const later = this.#busy.findIndex((one) => one.until > until)
    const busy = { since: minute, until, size, seats, isHeld: heldFor !== undefined }
    this.#busy.splice(later < 0 ? this.#busy.length : later, 0, busy)
  }

  /** Seats of the smallest free table for a party; 0: none. */
  #tableFor(size: number): number {
    let best = 0
    for (const { seats, count } of this.#scenario.tables ?? []) {
      if (seats < size || (best > 0 && seats >= best)) continue
      let taken = 0
      for (const one of this.#busy) if (one.seats === seats) taken += 1
      if (taken < count) best = seats
    }
    return best
  }
}

const leavesAt = ({ at, patience }: Arrival): number => at + patience
