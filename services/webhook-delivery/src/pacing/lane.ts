import { isDown, isQuick, type Pace, type PaceSample, roomAt, SHARE } from './pace.ts'
import type { RateGate } from './rate-gate.ts'

/**
 * Queue length up to which a delivery still gets its turn soon; more than the events that a replica has in
 * flight.
 */
const FEW_WAITING = 160
/**
 * A lane whose attempts neither start nor end for this many ms, or for twice their average duration, counts
 * as stuck.
 */
const STUCK_MS = 500

/** Facts about the endpoint of a lane. */
export interface LaneFacts {
  readonly name: string
  readonly organizationId: string
  readonly ratePerSecond: number | null
}

/** Outcome of a job. */
export interface JobResult {
  /** How the receiver responded, if an attempt was made. */
  readonly sample?: PaceSample
  /** Settles once the result is written; the next job need not wait for it. */
  readonly written: Promise<unknown>
}

/** The jobs for one endpoint and the pace at which it is served. */
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
 * Maximum concurrent jobs of a lane. An endpoint that is down gets one place: several such endpoints would
 * otherwise take all places of their organisation.
 *
 * @param isSpare whether there are places that nobody else needs
 */
export function placesOf({ pace }: Lane<unknown>, isSpare: boolean): number {
  if (isSpare) return pace.limit
  return isDown(pace) ? 1 : Math.min(pace.limit, SHARE)
}

/** How many more jobs a lane accepts. */
export function roomOf({ facts, pace, waiting, running, movedAt }: Lane<unknown>, nowMs: number): number {
  const here = roomAt(pace, facts.ratePerSecond, nowMs)
  if (pace.limit === 1 || isDown(pace)) return here - waiting.length - running
  return (isStuck({ pace, running, movedAt }, nowMs) ? SHARE : here) - waiting.length
}

/** Whether a new job would run and finish almost at once. */
export const isLaneQuick = (lane: Lane<unknown>, nowMs: number): boolean =>
  !isStuck(lane, nowMs) && lane.waiting.length < FEW_WAITING && isQuick(lane.pace, nowMs)

/** Whether the pace is back to normal, so that the lane can be forgotten. */
export const isRecovered = ({ pace }: Lane<unknown>, nowMs: number): boolean =>
  pace.limit >= SHARE && isQuick(pace, nowMs)

const isStuck = (
  { pace, running, movedAt }: Pick<Lane<unknown>, 'pace' | 'running' | 'movedAt'>,
  nowMs: number,
): boolean =>
  running >= Math.min(pace.limit, SHARE) && nowMs - movedAt > Math.max(STUCK_MS, 2 * pace.averageMs)
