import { createRandom } from '../random.ts'
import type { Guest, Method, Moment, Quote } from './method.ts'
import { type Arrival, type PlannedDay, planDay } from './plan-day.ts'
import type { Scenario } from './scenario.ts'
import { type Renewal, renewalOf, type TimedQuote } from './score.ts'

const DAY_MINUTES = 24 * 60
const NEVER = Number.POSITIVE_INFINITY

export interface QuotedWait extends Quote {
  readonly actual: number
  readonly ahead: number
  /** Parties that had joined before, since the simulation began. */
  readonly joinedBefore: number
  /** Absent for methods that do not renew quotes. */
  readonly renewal?: Renewal
}

/**
 * Runs a venue day by day: a discrete-event simulation of one line. Every method sees the same events, guest by guest,
 * as staff enter them, and none sees the future.
 *
 * @returns for each method, its quotes on the scored days to guests who were served
 */
export function simulate(scenario: Scenario, seed: number, methods: readonly Method[]): QuotedWait[][] {
  const random = createRandom(seed)
  const scored: QuotedWait[][] = methods.map(() => [])
  let forgotten: readonly Guest[] = []
  let joinedBefore = 0
  for (let number = 0; number < scenario.history_days + scenario.scored_days; number += 1) {
    const plan = planDay(scenario, number, random)
    const isScored = number >= scenario.history_days
    const options = { midnight: number * DAY_MINUTES, joinedBefore, methods, isScored }
    const day = new SimulatedDay(scenario, plan, options)
    day.recordForgotten(forgotten)
    const result = day.run()
    forgotten = result.forgotten
    joinedBefore += plan.arrivals.length
    if (!isScored) continue
    for (const { quotes, actual, joinedBefore } of result.served) {
      for (const [i, ofMethod] of quotes.entries()) {
        const renewal = methods[i]?.requote && { renewal: renewalOf(ofMethod, actual) }
        scored[i]?.push({ ...ofMethod[0], actual, joinedBefore, ...renewal })
      }
    }
  }
  return scored
}

/** A party in line as staff and methods see it. */
interface Listed {
  readonly party: Arrival
  readonly guest: Guest
  readonly quotes: readonly [TimedQuote, ...TimedQuote[]][]
  readonly joinedBefore: number
  /** Whether it does not wait any more, which staff have yet to enter. */
  isGone: boolean
}

interface Note {
  readonly at: number
  readonly enter: (minute: number) => void
}

interface Options {
  /** Minutes from the start of the simulation to the start of the day. */
  readonly midnight: number
  readonly joinedBefore: number
  readonly methods: readonly Method[]
  /** Whether the day counts: quotes are renewed each minute then. */
  readonly isScored: boolean
}

class SimulatedDay {
  readonly #scenario: Scenario
  readonly #plan: PlannedDay
  readonly #midnight: number
  readonly #methods: readonly Method[]
  readonly #listed: Listed[] = []
  /** Lanes and tables that are taken, the first to be free first; a lane has no seats. */
  readonly #busy: { readonly until: number; readonly seats: number }[] = []
  /** In the order in which they will be entered. */
  readonly #notes: Note[] = []
  readonly #served: (Listed & { readonly actual: number })[] = []
  readonly #coming: Arrival[]
  readonly #departures: number[]
  readonly #laneChanges: number[]
  /** Parties, or people, that the boat at the pier still takes. */
  #places = 0
  #joinedBefore: number
  #events = 0
  #announcedLanes: number
  #renewsAt: number

  constructor(scenario: Scenario, plan: PlannedDay, { midnight, joinedBefore, methods, isScored }: Options) {
    this.#scenario = scenario
    this.#plan = plan
    this.#midnight = midnight
    this.#methods = methods
    this.#coming = [...plan.arrivals]
    this.#departures = [...plan.departures]
    this.#laneChanges = plan.laneChanges.filter((at) => at > scenario.opens)
    this.#joinedBefore = joinedBefore
    this.#announcedLanes = plan.announcedLanesAt(scenario.opens)
    this.#renewsAt = isScored ? scenario.opens : NEVER
  }

  /** Records guests of the day before, whom everybody forgot, as served. */
  recordForgotten(guests: readonly Guest[]): void {
    const moment = this.#momentAt(this.#scenario.opens)
    for (const guest of guests) for (const method of this.#methods) method.started(guest, moment, 0)
  }

  /** Runs the day to its end. Returns the guests who were served, and those who stay on the list. */
  run() {
    const { closes, forgets_overnight } = this.#scenario
    for (let next = this.#nextAt(); next < closes; next = this.#nextAt()) {
      this.#renewQuotes(next)
      if ((this.#notes[0]?.at ?? NEVER) <= next) this.#enterNotes(next)
      else this.#advance(next)
    }
    this.#renewQuotes(closes)
    for (const { enter } of this.#notes.splice(0)) enter(closes)
    if (forgets_overnight) return { served: this.#served, forgotten: this.#listed.map(({ guest }) => guest) }
    for (const listed of [...this.#listed]) this.#recordLeaving(listed, closes)
    return { served: this.#served, forgotten: [] }
  }

  /** When something happens, or is entered, next. */
  #nextAt(): number {
    return Math.min(
      this.#coming[0]?.at ?? NEVER,
      this.#departures[0] ?? NEVER,
      this.#laneChanges[0] ?? NEVER,
      this.#busy[0]?.until ?? NEVER,
      this.#notes[0]?.at ?? NEVER,
      this.#leavesNext(),
    )
  }

  /** Does what happens at a minute, which is the next. */
  #advance(minute: number): void {
    while ((this.#busy[0]?.until ?? NEVER) <= minute) this.#busy.shift()
    while ((this.#laneChanges[0] ?? NEVER) <= minute) this.#laneChanges.shift()
    if ((this.#coming[0]?.at ?? NEVER) <= minute) this.#join(this.#coming.shift() as Arrival)
    else this.#leave(minute)
    if ((this.#departures[0] ?? NEVER) <= minute) {
      this.#departures.shift()
      this.#places = this.#scenario.departures?.people ?? this.#scenario.departures?.parties ?? 0
    }
    for (let next = this.#choose(minute); next; next = this.#choose(minute)) this.#call(next, minute)
    this.#places = 0
  }

  #join(party: Arrival): void {
    const behind = party.hasPriority ? this.#listed.findIndex((one) => !one.party.hasPriority) : -1
    const ahead = behind < 0 ? this.#listed.length : behind
    const moment = this.#momentAt(party.at, ahead)
    const guest = { size: party.size, joined: moment.now }
    const timed = { after: 0, events: this.#eventsUntil(party.at), ahead }
    const quotes = this.#methods.map((method): [TimedQuote] => [{ ...method.quote(guest, moment), ...timed }])
    const listed = { party, guest, quotes, joinedBefore: this.#joinedBefore, isGone: false }
    this.#listed.splice(ahead, 0, listed)
    this.#joinedBefore += 1
  }

  #leave(minute: number): void {
    const listed = this.#listed.find((one) => leavesAt(one) <= minute)
    if (!listed) return
    listed.isGone = true
    this.#enterAt(this.#plan.leavingEnteredAt(minute), minute, (at) => this.#recordLeaving(listed, at))
  }

  #leavesNext(): number {
    return this.#listed.reduce((next, listed) => Math.min(next, leavesAt(listed)), NEVER)
  }

  #choose(minute: number): Listed | undefined {
    const { departures, tables } = this.#scenario
    const waiting = (one: Listed) => !one.isGone
    if (tables) return this.#listed.find((one) => waiting(one) && this.#tableFor(one.party.size) > 0)
    const next = this.#listed.find(waiting)
    if (departures) return next && this.#places >= this.#placesFor(next.party) ? next : undefined
    return this.#busy.length < this.#plan.lanesAt(minute) ? next : undefined
  }

  #call(listed: Listed, minute: number): void {
    const { party } = listed
    const { startEnteredAt, leavingEnteredAt } = this.#plan
    const heldFor = this.#heldFor(party, minute)
    // A silent leaver is known to be gone as soon as they are called.
    if (heldFor !== 0) this.#occupy(party, minute, heldFor)
    listed.isGone = true
    const startAt = startEnteredAt(minute)
    this.#enterAt(startAt, minute, (at) => this.#recordStart(listed, at))
    if (heldFor === undefined) this.#served.push({ ...listed, actual: minute - party.at })
    else {
      const absentAt = leavingEnteredAt(Math.max(startAt, minute + heldFor))
      this.#enterAt(absentAt, minute, (at) => this.#recordAbsence(listed, at))
    }
  }

  /** Minutes that a place is kept for a party that does not come; undefined if it comes. */
  #heldFor({ at, patience, isSilent, comes }: Arrival, minute: number): number | undefined {
    if (isSilent && at + patience <= minute) return 0
    return comes ? undefined : (this.#scenario.no_shows?.grace_minutes ?? 0)
  }

  #occupy(party: Arrival, minute: number, heldFor: number | undefined): void {
    if (this.#scenario.departures) {
      this.#places -= this.#placesFor(party)
      return
    }
    const until = minute + (heldFor ?? party.service * this.#plan.slowness(minute))
    this.#busy.push({ until, seats: this.#tableFor(party.size) })
    this.#busy.sort((a, b) => a.until - b.until)
  }

  #placesFor({ size }: Arrival): number {
    return this.#scenario.departures?.people === undefined ? 1 : size
  }

  /** Seats of the smallest free table for a party; 0 if there is none. */
  #tableFor(size: number): number {
    let best = 0
    for (const { seats, count } of this.#scenario.tables ?? []) {
      if (seats < size || (best > 0 && seats >= best)) continue
      if (this.#busy.filter((one) => one.seats === seats).length < count) best = seats
    }
    return best
  }

  /** Renews the quotes of all who wait, at each whole minute before the next event. */
  #renewQuotes(next: number): void {
    for (; this.#renewsAt < next; this.#renewsAt += 1) {
      const minute = this.#renewsAt
      if (this.#listed.every(({ isGone }) => isGone)) continue
      const moment = this.#momentAt(minute)
      const events = this.#eventsUntil(minute)
      for (const [ahead, { guest, party, quotes, isGone }] of this.#listed.entries()) {
        if (isGone) continue
        const asked = { ...moment, line: moment.line.slice(0, ahead) }
        for (const [i, method] of this.#methods.entries()) {
          const quote = method.requote?.(guest, asked)
          if (quote) quotes[i]?.push({ ...quote, after: minute - party.at, events, ahead })
        }
      }
    }
  }

  #enterAt(at: number, minute: number, enter: Note['enter']): void {
    if (at <= minute) enter(minute)
    else {
      this.#notes.push({ at, enter })
      this.#notes.sort((a, b) => a.at - b.at)
    }
  }

  #enterNotes(minute: number): void {
    while ((this.#notes[0]?.at ?? NEVER) <= minute) this.#notes.shift()?.enter(minute)
  }

  #recordStart(listed: Listed, minute: number): void {
    const ahead = this.#remove(listed)
    for (const method of this.#methods) method.started(listed.guest, this.#momentAt(minute), ahead)
  }

  #recordLeaving(listed: Listed, minute: number): void {
    this.#remove(listed)
    for (const method of this.#methods) method.left(listed.guest, this.#momentAt(minute))
  }

  #recordAbsence({ guest }: Listed, minute: number): void {
    this.#events += 1
    for (const method of this.#methods) method.absent?.(guest, this.#momentAt(minute))
  }

  /** Takes a party off the list, and returns how many were ahead of it. */
  #remove(listed: Listed): number {
    this.#events += 1
    const ahead = this.#listed.indexOf(listed)
    this.#listed.splice(ahead, 1)
    return ahead
  }

  #eventsUntil(minute: number): number {
    const announced = this.#plan.announcedLanesAt(minute)
    if (announced !== this.#announcedLanes) this.#events += 1
    this.#announcedLanes = announced
    return this.#events
  }

  #momentAt(minute: number, ahead = this.#listed.length): Moment {
    return {
      now: this.#midnight + minute,
      hour: (this.#plan.weekday * 24 + Math.floor(minute / 60)) % (7 * 24),
      // The setting is never less.
      lanes: Math.max(1, this.#plan.announcedLanesAt(minute)),
      serviceMinutes: this.#scenario.settings.service_minutes,
      closesIn: this.#scenario.closes - minute,
      line: this.#listed.slice(0, ahead).map(({ guest }) => guest),
    }
  }
}

/** When a party leaves unserved and says so. */
const leavesAt = ({ party, isGone }: Listed): number =>
  isGone || party.isSilent ? NEVER : party.at + party.patience
