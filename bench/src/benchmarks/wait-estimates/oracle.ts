import { type Arrival, arrivalsFrom, drawPatience, meanService } from './arrivals.ts'
import { type Day, redrawDay } from './day.ts'
import { type Busy, Floor, type FloorState } from './floor.ts'
import { type Lifetime, lifetimeOf } from './lifetime.ts'
import type { Quote } from './method.ts'
import { createRandom, type Random } from './random.ts'
import type { Scenario } from './scenario.ts'

/** With so many the error of the median is below one per cent of that of the wait itself. */
const REHEARSALS = 100

/** Apart from the stream of the simulation, so that its course is the same without an oracle. */
const STREAM = 0x5eed

/**
 * The best that can be told without knowing the future: the venue is rehearsed from the present on, with everything
 * that is not decided yet drawn from its true distribution given what has happened. Knows the venue file, the lanes that are
 * truly open, since when each party is served, and how slow the day is; of later changes only how probable they are.
 */
export class Oracle {
  readonly #scenario: Scenario
  readonly #random: Random
  readonly #service: Lifetime
  readonly #headway: Lifetime

  constructor(scenario: Scenario, seed: number) {
    const { service, departures } = scenario
    this.#scenario = scenario
    this.#random = createRandom(seed ^ STREAM)
    this.#service = lifetimeOf(service.distribution, service.variation)
    this.#headway = lifetimeOf('gamma', departures?.variation ?? 0)
  }

  /**
   * Median wait, and the wait that nine of ten do not exceed, given that the guest is served: others are not scored.
   *
   * @param state the venue, with the guest in the line
   */
  quote(state: FloorState, day: Day, guest: Arrival): Quote {
    const waits: Rehearsed[] = []
    for (let i = 0; i < REHEARSALS; i += 1) waits.push(this.#rehearse(state, day, guest))
    waits.sort((a, b) => a.wait - b.wait)
    return { quoted: Math.round(quantile(waits, 0.5)), high: Math.ceil(quantile(waits, 0.9)) }
  }

  #rehearse(state: FloorState, day: Day, guest: Arrival): Rehearsed {
    const { minute } = state
    const redrawn = redrawDay(this.#scenario, day, minute, this.#random)
    const target = { ...this.#redrawParty(guest, minute), patience: Number.POSITIVE_INFINITY }
    const line = state.line.map((party) => (party === guest ? target : this.#redrawParty(party, minute)))
    const busy = state.busy.map((one) => this.#redrawBusy(one, minute))
    let startedAt: number | undefined
    const started = (party: Arrival, at: number) => {
      if (party === target) startedAt = at
    }
    const floor = new Floor(
      this.#scenario,
      redrawn,
      this.#coming(state, day),
      { ...state, line, busy },
      { started },
    )
    floor.startServices()
    while (startedAt === undefined) {
      const next = floor.nextAt()
      if (next >= this.#scenario.closes) return { wait: this.#scenario.closes - guest.at, weight: 0 }
      floor.advance(next)
    }
    const wait = startedAt - guest.at
    const { patience_minutes } = this.#scenario
    return { wait, weight: patience_minutes === null ? 1 : Math.exp(-wait / patience_minutes) }
  }

  #coming({ minute, departed }: FloorState, { weekday }: Day) {
    const { tables, departures, closes } = this.#scenario
    // First come, first served: those who come later change nothing.
    const nextArrival = tables
      ? arrivalsFrom(minute, this.#scenario, weekday, this.#random, (size) => this.#drawService(size))
      : () => undefined
    let last = departed
    let age = minute - departed
    const nextDeparture = () => {
      if (!departures) return Number.POSITIVE_INFINITY
      const { every_minutes } = departures
      last += age + every_minutes * this.#headway.rest(age / every_minutes, this.#random)
      age = 0
      return last < closes ? last : Number.POSITIVE_INFINITY
    }
    return { nextArrival, nextDeparture }
  }

  #redrawParty(party: Arrival, minute: number): Arrival {
    // An exponential time has no memory: who waited so long stays on as if just come.
    const patience = minute - party.at + drawPatience(this.#scenario, this.#random)
    return { ...party, service: this.#drawService(party.size), patience }
  }

  #drawService(size: number): number {
    return meanService(this.#scenario, size) * this.#service.draw(this.#random)
  }

  #redrawBusy(busy: Busy, minute: number): Busy {
    const mean = meanService(this.#scenario, busy.size) * busy.slowness
    const rest = mean * this.#service.rest((minute - busy.since) / mean, this.#random)
    return { ...busy, until: minute + rest }
  }
}

interface Rehearsed {
  readonly wait: number
  /** How probable it is that the guest waits so long. */
  readonly weight: number
}

/** @param waits shortest first */
function quantile(waits: readonly Rehearsed[], share: number): number {
  const total = waits.reduce((sum, { weight }) => sum + weight, 0)
  let below = 0
  for (const { wait, weight } of waits) {
    below += weight
    if (below >= share * total) return wait
  }
  return waits.at(-1)?.wait ?? 0
}
