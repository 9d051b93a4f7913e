import type { Lane, ServiceTime } from './fair-line.ts'
import { chanceWithin, timeAt } from './service-time.ts'

/** A lane that has served somebody since `startedAt`: what is left, given that the service is not over yet. */
export function busyLane(startedAt: number, service: ServiceTime, now: number): Lane {
  const over = chanceWithin(Math.max(0, now - startedAt), service)
  const freeAt = (chance: number) =>
    Math.max(now + 1, startedAt + timeAt(over + chance * (1 - over), service))
  return { p50: freeAt(0.5), p90: freeAt(0.9) }
}
