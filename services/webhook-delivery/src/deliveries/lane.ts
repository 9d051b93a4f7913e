import { isQuick, MOST_IN_FLIGHT, type Pace, roomAt } from './pace.ts'
import type { RateGate } from './rate-gate.ts'

/** Deliveries that wait for one endpoint and still have their turn soon: more than a process has events in hand. */
const FEW_WAITING = 160
/** Milliseconds without a start or an end after which attempts under way count as hanging. */
const STUCK_MS = 500

/** The endpoint that a lane leads to. */
export interface LaneFacts {
  readonly name: string
  readonly organizationId: string
  readonly ratePerSecond: number | null
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

/** How many more jobs a lane can take. */
export function roomOf({ facts, pace, waiting, running, movedAt }: Lane<unknown>, nowMs: number): number {
  const here = roomAt(pace, facts.ratePerSecond, nowMs)
  if (pace.limit === 1) return here - waiting.length - running
  return (isStuck({ pace, running, movedAt }, nowMs) ? MOST_IN_FLIGHT : here) - waiting.length
}

/** Whether a job would have its turn and its end within moments. */
export const isLaneQuick = (lane: Lane<unknown>, nowMs: number): boolean =>
  !isStuck(lane, nowMs) && lane.waiting.length < FEW_WAITING && isQuick(lane.pace, nowMs)

/** Whether there is nothing to remember of the endpoint. */
export const isRested = ({ pace }: Lane<unknown>, nowMs: number): boolean =>
  pace.limit === MOST_IN_FLIGHT && isQuick(pace, nowMs)

const isStuck = (
  { pace, running, movedAt }: Pick<Lane<unknown>, 'pace' | 'running' | 'movedAt'>,
  nowMs: number,
): boolean => running >= pace.limit && nowMs - movedAt > STUCK_MS
