/**
 * Returns a function that adds work, which must not reject, and waits until there is room for more.
 *
 * @param max maximum work in flight
 * @param onFull called the first time that there is no room
 */
export function createBacklog(max: number, onFull: () => void): (work: Promise<void>) => Promise<void> {
  let wasFull = false
  const inFlight = new Set<Promise<void>>()
  return async (work) => {
    const counted: Promise<void> = work.finally(() => inFlight.delete(counted))
    inFlight.add(counted)
    if (inFlight.size >= max && !wasFull) {
      wasFull = true
      onFull()
    }
    while (inFlight.size >= max) await Promise.race(inFlight)
  }
}
