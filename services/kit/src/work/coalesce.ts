export interface Coalesced {
  /** Runs the work, or once more if it is running: what asked meanwhile may have come too late for that run. */
  request(): void
  /** Resolves once no run is in progress or wanted. */
  idle(): Promise<void>
}

/** Runs work never two at a time, and once for all who ask during a run. Errors are the work's to handle. */
export function coalesce(work: () => Promise<void>): Coalesced {
  let isWanted = false
  let running: Promise<void> | undefined
  const run = async () => {
    while (isWanted) {
      isWanted = false
      await work()
    }
    running = undefined
  }
  return {
    request() {
      isWanted = true
      running ??= run()
    },
    idle: async () => await running,
  }
}
