import type { Clock } from '@usher/service-kit'

export interface FakeClock extends Clock {
  /** Moves the clock forward. */
  advance(ms: number): void
}

/** A clock that runs like the real one, plus whatever a test advances it by. */
export const createFakeClock = (): FakeClock => clockFrom(Date.now)

/**
 * A clock that stands still until a test advances it, so that on a slow machine nothing expires or becomes due unless
 * the test says so.
 */
export function createStandingClock(): FakeClock {
  const startedAt = Date.now()
  return clockFrom(() => startedAt)
}

function clockFrom(nowMs: () => number): FakeClock {
  let offset = 0
  return {
    now: () => new Date(nowMs() + offset),
    advance(ms) {
      offset += ms
    },
  }
}
