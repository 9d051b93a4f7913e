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
  /** Told when each service will end and who will come on time, which nobody knows. */
  readonly foresees?: true
  /** @param lane number of the free lane of those open */
  next(line: LineNow, lane: number, open: number): string | undefined
}

/** A policy of the product, with each decision for a check. */
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
  next: ({ entries }) => firstOf(presentOf(entries), arrival),
}

/** Who has a booking and is there goes ahead of all walk-ins, before the booked time, too. */
export const strictPrecedence: Policy = {
  name: 'strict precedence',
  next({ entries }) {
    const present = presentOf(entries)
    const booked = present.filter(isBooked)
    return booked.length > 0 ? firstOf(booked, bookedTime) : firstOf(present, arrival)
  },
}

const MINUTES_BEFORE = 15

/** A booking joins the line so long before its time, as if its customer had arrived then. */
export const minutesBefore: Policy = {
  name: `${MINUTES_BEFORE} minutes before`,
  next({ entries }) {
    const joined = (entry: Entry) =>
      isBooked(entry) ? bookedTime(entry) - MINUTES_BEFORE * MINUTE_MS : arrival(entry)
    return firstOf(presentOf(entries), joined)
  },
}

/** Lanes of their own for bookings, in proportion to the work that they bring; no lane serves the other line. */
export const separateLanes = (shareOfBookings: number): Policy => ({
  name: 'separate lanes',
  next({ entries }, lane, open) {
    const forBookings = Math.min(Math.max(1, Math.round(shareOfBookings * open)), Math.max(1, open - 1))
    const present = presentOf(entries)
    if (open === 1) return firstOf(present, arrival)
    return lane < forBookings
      ? firstOf(present.filter(isBooked), bookedTime)
      : firstOf(
          present.filter((entry) => !isBooked(entry)),
          arrival,
        )
  },
})

const isBooked = ({ bookedAt }: Entry): boolean => bookedAt !== null
const arrival = ({ arrivedAt }: Entry): number => arrivedAt ?? 0
const bookedTime = ({ bookedAt }: Entry): number => bookedAt ?? 0

const presentOf = (entries: readonly Entry[]) => entries.filter(({ arrivedAt }) => arrivedAt !== null)

function firstOf(entries: readonly Entry[], keyOf: (entry: Entry) => number): string | undefined {
  let first: Entry | undefined
  for (const entry of entries) if (!first || keyOf(entry) < keyOf(first)) first = entry
  return first?.id
}
