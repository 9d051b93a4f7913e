/** Holds up whoever adds work while as much of it as there may be is under way. */
export interface Backlog {
  /** Resolves when there is room for more work. Work must not reject. */
  add(work: Promise<void>): Promise<void>
}

/** @param max how much work is under way at most */
export function createBacklog(max: number): Backlog {
  const underWay = new Set<Promise<void>>()
  return {
    async add(work) {
      const counted: Promise<void> = work.finally(() => underWay.delete(counted))
      underWay.add(counted)
      while (underWay.size >= max) await Promise.race(underWay)
    },
  }
}
