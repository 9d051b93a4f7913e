interface Run {
  isWanted: boolean
  ended: Promise<void>
}

/**
 * Returns a function that runs work for a key, never two at a time, and once more for all who ask during a run: they may
 * have come too late for it. Resolves once no run for the key is in progress or wanted. Errors are the work's to handle.
 */
export function coalesce<Key = void>(work: (key: Key) => Promise<void>): (key: Key) => Promise<void> {
  const runs = new Map<Key, Run>()
  const repeat = async (key: Key, run: Run) => {
    while (run.isWanted) {
      run.isWanted = false
      await work(key)
    }
    runs.delete(key)
  }
  return (key) => {
    const known = runs.get(key)
    if (known) {
      known.isWanted = true
      return known.ended
    }
    const run = { isWanted: true, ended: Promise.resolve() }
    runs.set(key, run)
    run.ended = repeat(key, run)
    return run.ended
  }
}
