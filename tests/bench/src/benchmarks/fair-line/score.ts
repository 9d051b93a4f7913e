import { MINUTE_MS } from '@usher/service-kit/durations'
import type { DayResult, Served } from './simulate-day.ts'

/** How a rule did in a venue. Waits in minutes. */
export interface Score {
  readonly rule: string
  /** Share, in per cent, of the bookings whose customer came on time that started within five minutes of their time. */
  readonly onTimePercent: number
  /** From arrival. */
  readonly walkIns: Waits
  /** From the booked time, or from arrival if that was later. */
  readonly bookings: Waits
  /** Share of the time of open lanes in which they were empty while somebody was there. */
  readonly emptyPercent: number
}

interface Waits {
  readonly mean: number
  readonly p90: number
  readonly longest: number
}

const ON_TIME_MS = 5 * MINUTE_MS

export function scoreOf(rule: string, days: readonly DayResult[]): Score {
  const served = days.flatMap((day) => day.served)
  const sum = (of: (day: DayResult) => number) => days.reduce((total, day) => total + of(day), 0)
  const bookings = served.filter(({ person }) => person.bookedAt !== null)
  const punctual = bookings.filter(({ person }) => arrival(person) <= booked(person))
  const onTime = punctual.filter(({ person, startedAt }) => startedAt <= booked(person) + ON_TIME_MS)
  return {
    rule,
    onTimePercent: (100 * onTime.length) / punctual.length,
    walkIns: waitsOf(
      served.filter(({ person }) => person.bookedAt === null),
      ({ person, startedAt }) => startedAt - arrival(person),
    ),
    bookings: waitsOf(bookings, ({ person, startedAt }) =>
      Math.max(0, startedAt - Math.max(arrival(person), booked(person))),
    ),
    emptyPercent: (100 * sum(({ idleLaneMs }) => idleLaneMs)) / sum(({ openLaneMs }) => openLaneMs),
  }
}

function waitsOf(served: readonly Served[], waitOf: (one: Served) => number): Waits {
  const waits = served.map((one) => waitOf(one) / MINUTE_MS).sort((a, b) => a - b)
  return {
    mean: waits.reduce((sum, wait) => sum + wait, 0) / waits.length,
    p90: waits[Math.floor(0.9 * (waits.length - 1))] ?? Number.NaN,
    longest: waits.at(-1) ?? Number.NaN,
  }
}

const arrival = ({ arrivesAt }: Served['person']): number => arrivesAt ?? 0
const booked = ({ bookedAt }: Served['person']): number => bookedAt ?? 0
