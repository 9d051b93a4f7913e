import { isDown, isQuick, type Pace, type PaceSign, roomAt, SHARE } from './pace.ts'
import type { RateGate } from './rate-gate.ts'

/** Deliveries that wait for one endpoint and still have their turn soon: more than a process has events in hand. */
const FEW_WAITING = 160
/** Milliseconds without a start or an end after which attempts under way count as hanging, or twice what they take on average. */
const STUCK_MS = 500

/** The endpoint that a lane leads to. */
export interface LaneFacts {
  readonly name: string
  readonly organizationId: string
  readonly ratePerSecond: number | null
}

/** What came of a job. */
export interface Done {
  /** What the receiver showed, where an attempt was made. */
  readonly sign?: PaceSign
  /** Settles when all of it is written; the next job need not wait for it. */
  readonly written: Promise<unknown>
}

/** Jobs for one endpoint, and the pace of its receiver. */
export interface Lane<Job> {
  readonly facts: LaneFacts
  readonly waiting: Job[]
  running: number
  /** When a job last began or ended, in ms since 1970. */
  movedAt: number
  pace: Pace
  gate: RateGate | undefined
  wake: NodeJS.Timeout | undefined
}

/**
 * How many jobs of a lane may run at the same time. An endpoint that is down has one place of its own, as many of them would
 * fill those of its organisation.
 *
 * @param isSpare whether there are places that nobody else needs
 */
export function placesOf({ pace }: Lane<unknown>, isSpare: boolean): number {
  if (isSpare) return pace.limit
  return isDown(pace) ? 1 : Math.min(pace.limit, SHARE)
}

/** How many more jobs a lane can take. */
export function roomOf({ facts, pace, waiting, running, movedAt }: Lane<unknown>, nowMs: number): number {
  const here = roomAt(pace, facts.ratePerSecond, nowMs)
  if (pace.limit === 1 || isDown(pace)) return here - waiting.length - running
  return (isStuck({ pace, running, movedAt }, nowMs) ? SHARE : here) - waiting.length
}

/** Whether a job would have its turn and its end within moments. */
export const isLaneQuick = (lane: Lane<unknown>, nowMs: number): boolean =>
  !isStuck(lane, nowMs) && lane.waiting.length < FEW_WAITING && isQuick(lane.pace, nowMs)

/** Whether there is nothing to remember of the endpoint. */
export const isRested = ({ pace }: Lane<unknown>, nowMs: number): boolean =>
  pace.limit >= SHARE && isQuick(pace, nowMs)

const isStuck = (
  { pace, running, movedAt }: Pick<Lane<unknown>, 'pace' | 'running' | 'movedAt'>,
  nowMs: number,
): boolean =>
  running >= Math.min(pace.limit, SHARE) && nowMs - movedAt > Math.max(STUCK_MS, 2 * pace.averageMs)
