/** Work in flight, up to a limit. */
export interface Backlog {
  /** Adds work, and waits until there is room for more. Work must not reject. */
  add(work: Promise<void>): Promise<void>
}

/**
 * @param max maximum work in flight
 * @param onFull called the first time that there is no room
 */
export function createBacklog(max: number, onFull: () => void): Backlog {
  let wasFull = false
  const inFlight = new Set<Promise<void>>()
  return {
    async add(work) {
      const counted: Promise<void> = work.finally(() => inFlight.delete(counted))
      inFlight.add(counted)
      if (inFlight.size >= max && !wasFull) {
        wasFull = true
        onFull()
      }
      while (inFlight.size >= max) await Promise.race(inFlight)
    },
  }
}
