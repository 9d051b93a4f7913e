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
export function simulateDay(venue: Venue, people: readonly Person[], policy: Policy): DayResult {
  const coming = people
    .filter(({ arrivesAt }) => arrivesAt !== undefined)
    .sort((a, b) => (a.arrivesAt ?? 0) - (b.arrivesAt ?? 0))
  const arrived = new Set<string>()
  const waiting: Person[] = []
  const lanes: (Served | undefined)[] = []
  const served: Served[] = []
  let now = venue.opens * MINUTE_MS

  const entryOf = (person: Person, arrivedAt: number | null, rank: number, showRate: number): Entry => {
    const { id, bookedAt, known, serviceMs } = person
    const service = policy.foresees ? { p50: serviceMs, p90: serviceMs } : known
    return { id, arrivedAt, bookedAt, rank, service, showRate }
  }
  const booked = people.flatMap((person): Entry[] => {
    if (person.bookedAt === null) return []
    const isPunctual = person.arrivesAt !== undefined && person.arrivesAt <= person.bookedAt
    const showRate = policy.foresees ? Number(isPunctual) : 1 - venue.bookings.no_show_share
    return [entryOf(person, null, Number.POSITIVE_INFINITY, showRate)]
  })
  const laneSteps = venue.lanes.map(({ from }) => from * MINUTE_MS)
  const plannedTimes = [...booked.map(({ bookedAt }) => bookedAt ?? 0), ...laneSteps].sort((a, b) => a - b)

  const openLanes = () =>
    (venue.lanes.findLast(({ from }) => from * MINUTE_MS <= now) ?? venue.lanes[0])?.lanes ?? 1
  const freeLanes = () => Array.from({ length: openLanes() }).filter((_, i) => !lanes[i]).length

  /** The lane that asks is free; what is left of the other services is not known. */
  const laneTimes = (free: number) =>
    Array.from({ length: openLanes() }, (_, i): Lane => {
      const serving = lanes[i]
      if (i === free || !serving) return { p50: now, p90: now }
      if (policy.foresees) return { p50: endOf(serving), p90: endOf(serving) }
      return busyLane(serving.startedAt, serving.person.known, now)
    })

  const lineFor = (lane: number): LineNow => {
    const since = now - HOUR_MS
    const here = waiting.map((person, rank) => entryOf(person, person.arrivesAt ?? 0, rank, 1))
    // A booking of long ago is not expected.
    const expected = booked.filter(({ bookedAt, id }) => !arrived.has(id) && (bookedAt ?? 0) > since)
    const recent = served.slice(served.findLastIndex(({ startedAt }) => startedAt <= since) + 1)
    return {
      now,
      entries: [...here, ...expected],
      lanes: policy.looksAtLanes ? laneTimes(lane) : [],
      recentStarts: recent.map((one) => ({ at: one.startedAt, isBooking: one.person.bookedAt !== null })),
      isStale: false,
    }
  }

  const startAll = () => {
    const open = openLanes()
    for (let lane = 0; lane < open && waiting.length > 0; lane += 1) {
      if (lanes[lane]) continue
      const id = policy.next(lineFor(lane), lane, open)
      const at = waiting.findIndex((person) => person.id === id)
      const [person] = at >= 0 ? waiting.splice(at, 1) : []
      if (!person) continue
      lanes[lane] = { person, startedAt: now }
      served.push({ person, startedAt: now })
    }
  }

  /** The next arrival, end of a service or time in the plan, or the next minute while a lane is kept. */
  const nextTime = () => {
    const times = [
      coming[0]?.arrivesAt,
      ...lanes.map((serving) => serving && endOf(serving)),
      plannedTimes.find((time) => time > now),
      waiting.length > 0 && freeLanes() > 0 ? now + MINUTE_MS : undefined,
    ]
    return Math.min(...times.filter((time) => time !== undefined))
  }

  let [openLaneMs, idleLaneMs] = [0, 0]
  for (;;) {
    while ((coming[0]?.arrivesAt ?? Number.POSITIVE_INFINITY) <= now) {
      const person = coming.shift() as Person
      arrived.add(person.id)
      waiting.push(person)
    }
    startAll()
    if (coming.length === 0 && waiting.length === 0) return { served, openLaneMs, idleLaneMs }
    const next = nextTime()
    const openMs = Math.max(0, Math.min(next, venue.closes * MINUTE_MS) - now)
    openLaneMs += openMs * openLanes()
    idleLaneMs += openMs * Math.min(freeLanes(), waiting.length)
    now = next
    for (const [i, serving] of lanes.entries()) if (serving && endOf(serving) <= now) lanes[i] = undefined
  }
}

const endOf = ({ startedAt, person }: Served): number => startedAt + person.serviceMs
