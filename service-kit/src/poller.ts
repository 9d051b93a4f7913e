import type { Logger } from './logger.ts'

export interface Poller extends AsyncDisposable {
  /** Runs the work now, after a run that is under way; resolves when that run is done. */
  poke(): Promise<void>
}

/**
 * Does work again and again, `everyMs` after the end of the run before, never two at a time.
 * A failed run is logged and the next one comes as usual.
 */
export function startPoller(name: string, everyMs: number, log: Logger, work: () => Promise<void>): Poller {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  const run = (): Promise<void> => {
    clearTimeout(timer)
    running = running
      .then(() => (stopped ? undefined : work()))
      .catch((err) => log.warn({ err, poller: name }, 'a periodic run failed and will be repeated'))
      .then(schedule)
    return running
  }
  const schedule = () => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(run, everyMs)
  }
  schedule()
  return {
    poke: run,
    async [Symbol.asyncDispose]() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
