/** The local Google's clock, which tests can move. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
