import { type Arrival, arrivalsFrom, drawManners, drawPatience, isDrawn, meanService } from './arrivals.ts'
import { type Day, redrawDay, type Slowness } from './day.ts'
import { type Busy, Floor, type FloorState } from './floor.ts'
import { type Lifetime, lifetimeOf } from './lifetime.ts'
import type { Quote } from './method.ts'
import { createRandom, type Random } from './random.ts'
import type { Scenario } from './scenario.ts'
import { SlownessBelief } from './slowness-belief.ts'

/** With so many the mean absolute error is within one per cent of that with four times as many. */
const REHEARSALS = 100

/** Apart from the stream of the simulation, so that its course is the same without an oracle. */
const STREAM = 0x5eed

/**
 * The best that can be told without knowing the future: the venue is rehearsed from the present on, with everything
 * that is not decided yet drawn from its true distribution given what has happened. Knows the venue file, the lanes that are
 * truly open, since when each party is served, and how long each of the day was served. How slow the day is, it infers.
 */
export class Oracle {
  readonly #scenario: Scenario
  readonly #random: Random
  readonly #service: Lifetime
  readonly #headway: Lifetime
  #belief: SlownessBelief | undefined

  constructor(scenario: Scenario, seed: number) {
    const { service, departures } = scenario
    this.#scenario = scenario
    this.#random = createRandom(seed ^ STREAM)
    this.#service = lifetimeOf(service)
    this.#headway = lifetimeOf({ distribution: 'gamma', variation: departures?.variation ?? 0 })
  }

  /** A day begins, of which only the drift of services until then is known. */
  begin({ drift }: Day): void {
    this.#belief = new SlownessBelief(this.#scenario, this.#service, drift)
  }

  /** A lane or table is free again. */
  freed(busy: Busy): void {
    this.#belief?.ended(busy)
  }

  /**
   * Median wait, and the wait that nine of ten do not exceed, given that the guest is served: others are not scored.
   *
   * @param state the venue, with the guest in the line
   */
  quote(state: FloorState, day: Day, guest: Arrival): Quote {
    const supposed = this.#belief?.draw(REHEARSALS, state) ?? []
    const waits = supposed.map((slowness) => this.#rehearse(state, day, guest, slowness))
    waits.sort((a, b) => a.wait - b.wait)
    return { quoted: Math.round(quantile(waits, 0.5)), high: Math.ceil(quantile(waits, 0.9)) }
  }

  #rehearse(state: FloorState, day: Day, guest: Arrival, slowness: Slowness): Rehearsed {
    const { minute } = state
    const redrawn = redrawDay(this.#scenario, day, minute, slowness, this.#random)
    const target = { ...guest, patience: Number.POSITIVE_INFINITY, isSilent: false, comes: true }
    const line = state.line.map((party) => (party === guest ? target : this.#redrawParty(party, minute)))
    const busy = state.busy.map((one) => this.#redrawBusy(one, minute, redrawn))
    let startedAt: number | undefined
    const called = (party: Arrival, at: number) => {
      if (party === target) startedAt = at
    }
    const coming = this.#coming(state, day, guest)
    const floor = new Floor(this.#scenario, redrawn, coming, { ...state, line, busy }, { called })
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

  #coming({ minute, departed }: FloorState, { weekday }: Day, guest: Arrival) {
    const { tables, departures, closes, priority_share } = this.#scenario
    // Where nobody can go ahead of the guest, those who come later change nothing.
    const nextArrival =
      tables || (priority_share > 0 && !guest.hasPriority)
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
    const waited = minute - party.at
    const manners = drawManners(this.#scenario, this.#random)
    const service = this.#drawService(party.size)
    if (isDrawn(this.#goneShare(waited), this.#random))
      return { ...party, ...manners, isSilent: true, patience: 0 }
    // An exponential time has no memory: who is still there stays on as if just come.
    return { ...party, ...manners, service, patience: waited + drawPatience(this.#scenario, this.#random) }
  }

  /** How probable it is that a party that is listed has gone without telling. */
  #goneShare(waited: number): number {
    const { silent_share, patience_minutes } = this.#scenario
    if (silent_share === 0 || patience_minutes === null) return 0
    const stays = Math.exp(-waited / patience_minutes)
    const gone = silent_share * (1 - stays)
    return gone / (gone + stays)
  }

  #drawService(size: number): number {
    return meanService(this.#scenario, size) * this.#service.draw(this.#random)
  }

  #redrawBusy(busy: Busy, minute: number, day: Day): Busy {
    if (busy.isHeld) return busy
    const mean = meanService(this.#scenario, busy.size) * day.slowness(busy.since)
    const rest = mean * this.#service.rest((minute - busy.since) / mean, this.#random)
    return { ...busy, until: minute + rest }
  }
}

interface Rehearsed {
  readonly wait: number
  /** How probable it is that the guest waits so long. */
  readonly weight: number
}

/**
 * Each wait stands for the middle of its weight; between them the quantile is interpolated.
 *
 * @param waits shortest first
 */
function quantile(waits: readonly Rehearsed[], share: number): number {
  const target = share * waits.reduce((sum, { weight }) => sum + weight, 0)
  let before = { wait: waits.at(-1)?.wait ?? 0, middle: Number.POSITIVE_INFINITY }
  let below = 0
  for (const { wait, weight } of waits) {
    if (weight === 0) continue
    const middle = below + weight / 2
    if (middle >= target) {
      if (before.middle > middle) return wait
      return before.wait + ((wait - before.wait) * (target - before.middle)) / (middle - before.middle)
    }
    before = { wait, middle }
    below += weight
  }
  return before.wait
}
