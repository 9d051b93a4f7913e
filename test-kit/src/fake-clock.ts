import type { Clock } from '@usher/service-kit'

export interface FakeClock extends Clock {
  /** Moves the clock forward. */
  advance(ms: number): void
}

/** A clock that runs like the real one, plus whatever a test advances it by. */
export function createFakeClock(): FakeClock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    advance(ms) {
      offset += ms
    },
  }
}
