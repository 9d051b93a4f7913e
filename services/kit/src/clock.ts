/** Source of the current time, which tests can replace. */
export interface Clock {
  now(): Date
  /** Set if time is moved by hand, as for test clocks: the mover then runs due work. */
  readonly due?: DueWork
}

/** Work of services whose time is moved by hand. */
export interface DueWork {
  /**
   * Adds work that may be due, to be run until nothing more is.
   *
   * @param run does all that is due, and returns when the next is; undefined if nothing is planned
   */
  add(run: () => Promise<Date | undefined>): { run(): Promise<void> } & AsyncDisposable
  /** Keeps time from moving until this work has ended. */
  background(work: Promise<unknown>): void
  /** Waits for something outside this process, such as a receiver of webhooks; other test clocks are served meanwhile. */
  outside<T>(wait: () => Promise<T>): Promise<T>
}

export const systemClock: Clock = { now: () => new Date() }

/** Waits for something outside this process; other test clocks are served meanwhile. */
export const outside = <T>({ due }: Clock, wait: () => Promise<T>): Promise<T> =>
  due ? due.outside(wait) : wait()
