import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import {
  busyLane,
  type Entry,
  type Lane,
  type LineNow,
} from '../../../../../services/queue/src/fair-line/index.ts'
import type { Policy } from './policies.ts'
import type { Person, Venue } from './venue.ts'

export interface Served {
  readonly person: Person
  readonly startedAt: number
}

export interface DayResult {
  readonly served: readonly Served[]
  readonly openLaneMs: number
  /** Time of lanes that were open and empty while a person waited. */
  readonly idleLaneMs: number
}

/** A day of a venue under a policy, event by event. The same people come under each policy, and take as long. */
export const simulateDay = (venue: Venue, people: readonly Person[], policy: Policy): DayResult =>
  new Day(venue, people, policy).run()

class Day {
  readonly #venue: Venue
  readonly #policy: Policy
  readonly #coming: Person[]
  readonly #booked: readonly Entry[]
  readonly #arrived = new Set<string>()
  readonly #waiting: Person[] = []
  readonly #lanes: (Served | undefined)[] = []
  readonly #served: Served[] = []
  /** Booked times and changes of lanes, in order. */
  readonly #times: number[]
  #now: number

  constructor(venue: Venue, people: readonly Person[], policy: Policy) {
    this.#venue = venue
    this.#policy = policy
    this.#now = venue.opens * MINUTE_MS
    this.#coming = people
      .filter(({ arrivesAt }) => arrivesAt !== undefined)
      .sort((a, b) => (a.arrivesAt ?? 0) - (b.arrivesAt ?? 0))
    const booked = people.filter(({ bookedAt }) => bookedAt !== null)
    const showRate = 1 - venue.bookings.no_show_share
    this.#booked = booked.map((person) => {
      const shows = policy.foresees ? Number(isPunctual(person)) : showRate
      return this.#entry(person, null, Number.POSITIVE_INFINITY, shows)
    })
    const times = [
      ...booked.map(({ bookedAt }) => bookedAt ?? 0),
      ...venue.lanes.map(({ from }) => from * MINUTE_MS),
    ]
    this.#times = times.sort((a, b) => a - b)
  }

  run(): DayResult {
    let [openLaneMs, idleLaneMs] = [0, 0]
    for (;;) {
      while ((this.#coming[0]?.arrivesAt ?? Number.POSITIVE_INFINITY) <= this.#now) this.#admit()
      this.#startAll()
      if (this.#coming.length === 0 && this.#waiting.length === 0)
        return { served: this.#served, openLaneMs, idleLaneMs }
      const next = this.#nextTime()
      const openMs = Math.max(0, Math.min(next, this.#venue.closes * MINUTE_MS) - this.#now)
      openLaneMs += openMs * this.#open()
      idleLaneMs += openMs * Math.min(this.#freeLanes(), this.#waiting.length)
      this.#now = next
      for (const [i, serving] of this.#lanes.entries())
        if (serving && endOf(serving) <= next) this.#lanes[i] = undefined
    }
  }

  #admit(): void {
    const person = this.#coming.shift() as Person
    this.#arrived.add(person.id)
    this.#waiting.push(person)
  }

  #startAll(): void {
    const open = this.#open()
    for (let lane = 0; lane < open && this.#waiting.length > 0; lane += 1) {
      if (this.#lanes[lane]) continue
      const id = this.#policy.next(this.#line(lane), lane, open)
      const at = this.#waiting.findIndex((person) => person.id === id)
      const [person] = at >= 0 ? this.#waiting.splice(at, 1) : []
      if (!person) continue
      const serving = { person, startedAt: this.#now }
      this.#served.push(serving)
      this.#lanes[lane] = serving
    }
  }

  /** The next arrival, end of a service or time in the plan, or the next minute while a lane is kept. */
  #nextTime(): number {
    const isKept = this.#waiting.length > 0 && this.#freeLanes() > 0
    const times = [
      this.#coming[0]?.arrivesAt,
      ...this.#lanes.map((serving) => serving && endOf(serving)),
      this.#times.find((time) => time > this.#now),
      isKept ? this.#now + MINUTE_MS : undefined,
    ]
    return Math.min(...times.filter((time) => time !== undefined))
  }

  #line(free: number): LineNow {
    const since = this.#now - HOUR_MS
    const recent = this.#served.slice(this.#served.findLastIndex(({ startedAt }) => startedAt <= since) + 1)
    return {
      now: this.#now,
      entries: this.#entries(),
      lanes: this.#policy.looksAtLanes ? this.#laneTimes(free) : [],
      recentStarts: recent.map(({ startedAt, person: { bookedAt } }) => ({
        at: startedAt,
        isBooking: bookedAt !== null,
      })),
      isStale: false,
    }
  }

  /** Who waits, and who is expected: a booking of long ago is not. */
  #entries(): Entry[] {
    const since = this.#now - HOUR_MS
    return [
      ...this.#waiting.map((person, rank) => this.#entry(person, person.arrivesAt ?? 0, rank, 1)),
      ...this.#booked.filter(({ bookedAt, id }) => !this.#arrived.has(id) && (bookedAt ?? 0) > since),
    ]
  }

  #entry(person: Person, arrivedAt: number | null, rank: number, showRate: number): Entry {
    const { id, bookedAt, known, serviceMs } = person
    const service = this.#policy.foresees ? { p50: serviceMs, p90: serviceMs } : known
    return { id, arrivedAt, bookedAt, rank, service, showRate }
  }

  /** The lane that asks is free; what is left of the other services is not known. */
  #laneTimes(free: number): Lane[] {
    return Array.from({ length: this.#open() }, (_, i) => {
      const serving = this.#lanes[i]
      if (i === free || !serving) return { p50: this.#now, p90: this.#now }
      if (this.#policy.foresees) return { p50: endOf(serving), p90: endOf(serving) }
      return busyLane(serving.startedAt, serving.person.known, this.#now)
    })
  }

  #open(): number {
    const { lanes } = this.#venue
    return (lanes.findLast(({ from }) => from * MINUTE_MS <= this.#now) ?? lanes[0])?.lanes ?? 1
  }

  #freeLanes(): number {
    return Array.from({ length: this.#open() }).filter((_, i) => !this.#lanes[i]).length
  }
}

const endOf = ({ startedAt, person }: Served): number => startedAt + person.serviceMs

const isPunctual = ({ arrivesAt, bookedAt }: Person): boolean =>
  arrivesAt !== undefined && bookedAt !== null && arrivesAt <= bookedAt
