import type { Arrival } from './arrivals.ts'
import type { PlannedDay } from './day.ts'
import type { Scenario } from './scenario.ts'

/** A lane or table that is taken. */
interface Busy {
  readonly until: number
  /** Seats of the table; 0: a lane. */
  readonly seats: number
}

/** Told as it happens, before its consequences. */
interface Witness {
  arrived(party: Arrival): void
  left(party: Arrival, minute: number): void
  /** @param heldFor minutes that a lane is kept for a party that does not come; undefined: it comes */
  called(party: Arrival, minute: number, heldFor: number | undefined): void
}

/** What truly happens at the venue, event by event: arrivals, ends of services, changes of lanes, guests who give up. */
export class Floor {
  readonly #scenario: Scenario
  readonly #day: PlannedDay
  readonly #witness: Witness
  readonly #line: Arrival[] = []
  /** First to be free first. */
  readonly #busy: Busy[] = []
  #minute: number
  /** Those still to come, in order. */
  readonly #coming: Arrival[]
  readonly #departures: number[]
  readonly #laneChanges: number[]
  /** Parties, or people, that the boat at the pier still takes. */
  #places = 0

  constructor(scenario: Scenario, day: PlannedDay, witness: Witness) {
    this.#scenario = scenario
    this.#day = day
    this.#witness = witness
    this.#minute = scenario.opens
    this.#coming = [...day.arrivals]
    this.#departures = [...day.departures]
    this.#laneChanges = day.laneChanges.filter((at) => at > scenario.opens)
  }

  /** When something happens next. */
  nextAt(): number {
    return Math.min(
      this.#coming[0]?.at ?? Number.POSITIVE_INFINITY,
      first(this.#departures),
      first(this.#laneChanges),
      this.#busy[0]?.until ?? Number.POSITIVE_INFINITY,
      this.#scenario.patience_minutes === null ? Number.POSITIVE_INFINITY : this.#leavesNext(),
    )
  }

  /** Lets happen what happens at a minute, which is the next. */
  advance(minute: number): void {
    this.#minute = minute
    while (this.#busy[0] && this.#busy[0].until <= minute) this.#busy.shift()
    while (first(this.#laneChanges) <= minute) this.#laneChanges.shift()
    if (this.#coming[0] && this.#coming[0].at <= minute) this.#arrive(this.#coming[0])
    else if (this.#scenario.patience_minutes !== null) this.#leave(minute)
    if (first(this.#departures) <= minute) this.#depart()
    this.#startServices()
    this.#places = 0
  }

  /** Takes all who can be taken now. */
  #startServices(): void {
    const minute = this.#minute
    for (let index = this.#choose(); index >= 0; index = this.#choose()) {
      const [party] = this.#line.splice(index, 1) as [Arrival]
      const heldFor = this.#heldFor(party)
      // Who has left without telling is known to be gone as soon as they are called.
      if (heldFor !== 0) this.#occupy(party, minute, heldFor)
      this.#witness.called(party, minute, heldFor)
    }
  }

  #heldFor(party: Arrival): number | undefined {
    if (party.isSilent && leavesAt(party) <= this.#minute) return 0
    return party.comes ? undefined : (this.#scenario.no_shows?.grace_minutes ?? 0)
  }

  #arrive(party: Arrival): void {
    const behind = party.hasPriority ? this.#line.findIndex(({ hasPriority }) => !hasPriority) : -1
    this.#line.splice(behind < 0 ? this.#line.length : behind, 0, party)
    this.#witness.arrived(party)
    this.#coming.shift()
  }

  #leave(minute: number): void {
    const index = this.#line.findIndex((party) => !party.isSilent && leavesAt(party) <= minute)
    const [party] = index < 0 ? [] : this.#line.splice(index, 1)
    if (party) this.#witness.left(party, minute)
  }

  #leavesNext(): number {
    let next = Number.POSITIVE_INFINITY
    for (const party of this.#line) {
      if (!party.isSilent) next = Math.min(next, leavesAt(party))
    }
    return next
  }

  #depart(): void {
    const { departures } = this.#scenario
    this.#places = departures?.people ?? departures?.parties ?? 0
    this.#departures.shift()
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
    this.#busy.splice(later < 0 ? this.#busy.length : later, 0, { until, seats })
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

const first = (times: readonly number[]): number => times[0] ?? Number.POSITIVE_INFINITY
