/** Work in flight, up to a limit. */
export interface Backlog {
  /** Adds work, and waits until there is room for more. Work must not reject. */
  add(work: Promise<void>): Promise<void>
}

/** @param max maximum work in flight */
export function createBacklog(max: number): Backlog {
  const inFlight = new Set<Promise<void>>()
  return {
    async add(work) {
      const counted: Promise<void> = work.finally(() => inFlight.delete(counted))
      inFlight.add(counted)
      while (inFlight.size >= max) await Promise.race(inFlight)
    },
  }
}
