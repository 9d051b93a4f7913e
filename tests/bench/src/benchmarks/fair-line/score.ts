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
  /** Share of the time of open lanes in which they were empty while a person waited. */
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
  const punctual = bookings.filter(({ person }) => (person.arrivesAt ?? 0) <= (person.bookedAt ?? 0))
  const onTime = punctual.filter(({ person, startedAt }) => startedAt <= (person.bookedAt ?? 0) + ON_TIME_MS)
  return {
    rule,
    onTimePercent: (100 * onTime.length) / punctual.length,
    walkIns: waitsOf(served.filter(({ person }) => person.bookedAt === null)),
    bookings: waitsOf(bookings),
    emptyPercent: (100 * sum(({ idleLaneMs }) => idleLaneMs)) / sum(({ openLaneMs }) => openLaneMs),
  }
}

function waitsOf(served: readonly Served[]): Waits {
  const waits = served.map(waitOf).sort((a, b) => a - b)
  return {
    mean: waits.reduce((sum, wait) => sum + wait, 0) / waits.length,
    p90: waits[Math.floor(0.9 * (waits.length - 1))] ?? Number.NaN,
    longest: waits.at(-1) ?? Number.NaN,
  }
}

function waitOf({ person: { arrivesAt = 0, bookedAt }, startedAt }: Served): number {
  return Math.max(0, startedAt - Math.max(arrivesAt, bookedAt ?? 0)) / MINUTE_MS
}
