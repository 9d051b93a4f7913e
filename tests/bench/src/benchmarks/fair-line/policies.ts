import { MINUTE_MS } from '@usher/service-kit/durations'
import {
  type Decision,
  type Entry,
  type FairRules,
  type LineNow,
  nextToStart,
} from '../../../../../services/queue/src/fair-line/index.ts'

/** Decides who is started on a free lane; undefined: nobody. */
export interface Policy {
  readonly name: string
  /** Others are given none, as working them out takes most of the time of a simulation. */
  readonly looksAtLanes?: true
  /** Whether it knows when each service will end and who will come on time, which no venue knows. */
  readonly foresees?: true
  /** @param lane number of the free lane of those open */
  next(line: LineNow, lane: number, open: number): string | undefined
}

export function usherPolicy(
  name: string,
  rules: FairRules,
  onDecision?: (line: LineNow, decision: Decision) => void,
): Policy {
  return {
    name,
    looksAtLanes: true,
    next(line) {
      const decision = nextToStart(line, rules)
      onDecision?.(line, decision)
      return decision.kind === 'start' ? decision.id : undefined
    },
  }
}

/** Everybody by arrival; a booking changes nothing. */
export const firstCome: Policy = {
  name: 'first come',
  next: ({ entries }) => firstOf(entries, arrival),
}

/** Who has a booking and is there goes ahead of all walk-ins, before the booked time, too. */
export const strictPrecedence: Policy = {
  name: 'strict precedence',
  next: ({ entries }) => firstOf(entries.filter(isBooked), bookedTime) ?? firstOf(entries, arrival),
}

const MINUTES_BEFORE = 15

/** A booking joins the line so long before its time, as if its customer had arrived then. */
export const minutesBefore: Policy = {
  name: `${MINUTES_BEFORE} minutes before`,
  next: ({ entries }) =>
    firstOf(entries, (entry) =>
      isBooked(entry) ? bookedTime(entry) - MINUTES_BEFORE * MINUTE_MS : arrival(entry),
    ),
}

/** Lanes of their own for bookings, in proportion to the work that they bring; no lane serves the other line. */
export const separateLanes = (shareOfBookings: number): Policy => ({
  name: 'separate lanes',
  next({ entries }, lane, open) {
    if (open === 1) return firstOf(entries, arrival)
    const forBookings = Math.min(Math.max(1, Math.round(shareOfBookings * open)), open - 1)
    if (lane < forBookings) return firstOf(entries.filter(isBooked), bookedTime)
    return firstOf(
      entries.filter((entry) => !isBooked(entry)),
      arrival,
    )
  },
})

const isBooked = ({ bookedAt }: Entry): boolean => bookedAt !== null
const arrival = ({ arrivedAt }: Entry): number => arrivedAt ?? 0
const bookedTime = ({ bookedAt }: Entry): number => bookedAt ?? 0

function firstOf(entries: readonly Entry[], keyOf: (entry: Entry) => number): string | undefined {
  let first: Entry | undefined
  for (const entry of entries)
    if (entry.arrivedAt !== null && (!first || keyOf(entry) < keyOf(first))) first = entry
  return first?.id
}
