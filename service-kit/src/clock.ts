/** Source of the current time, which tests can replace. */
export interface Clock {
  now(): Date
  /** Set where time is moved by hand: due work is run by whoever moves it, and nothing waits for real time. */
  readonly due?: DueWork
}

/** What is to be done as time is moved by hand. */
export interface DueWork {
  /**
   * Adds work that may be due, to be run until nothing more is.
   *
   * @param run does all that is due, and returns when the next is; undefined if nothing is planned
   */
  add(run: () => Promise<Date | undefined>): { poke(): Promise<void> } & AsyncDisposable
  /**
   * Adds work that goes on by itself.
   *
   * @param wait resolves when none is under way, with whether any was
   */
  addBackground(wait: () => Promise<boolean>): void
}

export const systemClock: Clock = { now: () => new Date() }
