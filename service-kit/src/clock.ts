/** Source of the current time, which tests can replace. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
