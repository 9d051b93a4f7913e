import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import {
  busyLane,
  type Entry,
  type Lane,
  type LineNow,
} from '../../../../../services/queue/src/fair-line/index.ts'
import type { Person } from './people.ts'
import type { Policy } from './policies.ts'
import type { Venue } from './venue.ts'

export interface Served {
  readonly person: Person
  readonly startedAt: number
}

export interface DayResult {
  readonly served: readonly Served[]
  readonly openLaneMs: number
  /** Time of lanes that were open and empty while somebody was there and waited. */
  readonly idleLaneMs: number
}

interface Serving {
  readonly startedAt: number
  readonly endsAt: number
  readonly person: Person
}

/** A day of a venue under a policy, event by event. The same people come under each policy, and take as long. */
export function simulateDay(venue: Venue, people: readonly Person[], policy: Policy): DayResult {
  const day = new Day(venue, people, policy)
  return day.run()
}

class Day {
  readonly #venue: Venue
  readonly #policy: Policy
  /** In order of arrival. */
  readonly #coming: Person[]
  readonly #expected: readonly Entry[]
  readonly #arrived = new Set<string>()
  readonly #waiting: Person[] = []
  readonly #lanes: (Serving | undefined)[]
  readonly #served: Served[] = []
  readonly #times: number[]
  #now = 0
  #openLaneMs = 0
  #idleLaneMs = 0

  constructor(venue: Venue, people: readonly Person[], policy: Policy) {
    this.#venue = venue
    this.#policy = policy
    this.#coming = people
      .filter(({ arrivesAt }) => arrivesAt !== undefined)
      .sort((a, b) => (a.arrivesAt ?? 0) - (b.arrivesAt ?? 0))
    const showRate = 1 - venue.bookings.no_show_share
    this.#expected = people
      .filter(({ bookedAt }) => bookedAt !== null)
      .map((person) =>
        this.#entry(
          person,
          null,
          Number.POSITIVE_INFINITY,
          policy.foresees ? Number(isPunctual(person)) : showRate,
        ),
      )
    this.#lanes = Array.from({ length: Math.max(...venue.lanes.map(({ lanes }) => lanes)) })
    const booked = people.flatMap(({ bookedAt }) => bookedAt ?? [])
    const steps = venue.lanes.map(({ from }) => from * MINUTE_MS)
    this.#times = [...new Set([...booked, ...steps])].sort((a, b) => a - b)
  }

  run(): DayResult {
    this.#now = this.#venue.opens * MINUTE_MS
    for (;;) {
      this.#admit()
      this.#startAll()
      const next = this.#nextTime()
      if (next === undefined) break
      this.#account(next)
      this.#now = next
      this.#finish()
    }
    return { served: this.#served, openLaneMs: this.#openLaneMs, idleLaneMs: this.#idleLaneMs }
  }

  #admit(): void {
    while (this.#coming[0] && (this.#coming[0].arrivesAt ?? 0) <= this.#now) {
      const person = this.#coming.shift() as Person
      this.#arrived.add(person.id)
      this.#waiting.push(person)
    }
  }

  #startAll(): void {
    const open = this.#open()
    for (let lane = 0; lane < open; lane += 1) {
      if (this.#lanes[lane] !== undefined) continue
      const id = this.#waiting.length > 0 ? this.#policy.next(this.#line(lane), lane, open) : undefined
      const at = this.#waiting.findIndex((person) => person.id === id)
      const [person] = at >= 0 ? this.#waiting.splice(at, 1) : []
      if (!person) continue
      this.#served.push({ person, startedAt: this.#now })
      this.#lanes[lane] = { startedAt: this.#now, endsAt: this.#now + person.serviceMs, person }
    }
  }

  #finish(): void {
    for (const [i, serving] of this.#lanes.entries()) {
      if (serving && serving.endsAt <= this.#now) this.#lanes[i] = undefined
    }
  }

  /** The next arrival, end of a service or booked time, or the next minute while a lane is kept. */
  #nextTime(): number | undefined {
    const isKept = this.#waiting.length > 0 && this.#freeLanes() > 0
    if (this.#coming.length === 0 && this.#waiting.length === 0) return undefined
    const times = [
      this.#coming[0]?.arrivesAt,
      ...this.#lanes.map((serving) => serving?.endsAt),
      this.#times.find((time) => time > this.#now),
      isKept ? this.#now + MINUTE_MS : undefined,
    ]
    return Math.min(...times.filter((time) => time !== undefined))
  }

  #account(next: number): void {
    const closes = this.#venue.closes * MINUTE_MS
    const open = Math.max(0, Math.min(next, closes) - this.#now)
    this.#openLaneMs += open * this.#open()
    if (this.#waiting.length > 0) this.#idleLaneMs += open * Math.min(this.#freeLanes(), this.#waiting.length)
  }

  #line(free: number): LineNow {
    const since = this.#now - HOUR_MS
    const recent = this.#served.slice(this.#served.findLastIndex(({ startedAt }) => startedAt <= since) + 1)
    return {
      now: this.#now,
      entries: this.#entries(),
      lanes: this.#policy.looksAtLanes ? this.#laneTimes(free) : [],
      recentStarts: recent.map(({ startedAt, person }) => ({
        at: startedAt,
        isBooking: person.bookedAt !== null,
      })),
      isStale: false,
    }
  }

  #entry(person: Person, arrivedAt: number | null, rank: number, showRate: number): Entry {
    const { id, bookedAt, known, serviceMs } = person
    const service = this.#policy.foresees ? { p50: serviceMs, p90: serviceMs } : known
    return { id, arrivedAt, bookedAt, rank, service, showRate }
  }

  /** Bookings of long ago are expected no more. */
  #entries(): Entry[] {
    const expected = this.#expected.filter(
      ({ bookedAt, id }) => !this.#arrived.has(id) && (bookedAt ?? 0) > this.#now - HOUR_MS,
    )
    return [
      ...this.#waiting.map((person, rank) => this.#entry(person, person.arrivesAt ?? 0, rank, 1)),
      ...expected,
    ]
  }

  /** The lane that asks is free; what is left of the other services is not known. */
  #laneTimes(free: number): Lane[] {
    return this.#lanes.slice(0, this.#open()).map((serving, i) => {
      if (i === free || !serving) return { p50: this.#now, p90: this.#now }
      if (this.#policy.foresees) return { p50: serving.endsAt, p90: serving.endsAt }
      return busyLane(serving.startedAt, serving.person.known, this.#now)
    })
  }

  #open(): number {
    const minute = this.#now / MINUTE_MS
    return this.#venue.lanes.findLast(({ from }) => from <= minute)?.lanes ?? this.#venue.lanes[0]?.lanes ?? 1
  }

  #freeLanes(): number {
    return this.#lanes.slice(0, this.#open()).filter((serving) => serving === undefined).length
  }
}

const isPunctual = ({ arrivesAt, bookedAt }: Person): boolean =>
  arrivesAt !== undefined && bookedAt !== null && arrivesAt <= bookedAt
