import { setTimeout as delay } from 'node:timers/promises'
import { defaultBackoff, nextDelay } from './backoff.ts'
import type { Log, Provided } from './provided.ts'

export interface KeepRunningOptions {
  /** Its name in messages. */
  readonly name: string
  readonly log: Log
  /** Starts the server again on the same data and, while they are free, the same ports. */
  readonly restart: () => Promise<Provided>
}

/**
 * Restarts a private server whenever it ends by itself. Leaves external servers alone.
 *
 * @returns dispose of it to stop the server for good.
 */
export function keepRunning(first: Provided, options: KeepRunningOptions): AsyncDisposable {
  const stopping = new AbortController()
  let current = first
  let restarting: Promise<unknown> = Promise.resolve()
  void (async () => {
    let waitMs: number | undefined
    for (;;) {
      const startedAt = Date.now()
      await current.ended
      if (stopping.signal.aborted) return
      waitMs = nextDelay(defaultBackoff, waitMs, Date.now() - startedAt)
      options.log(`${options.name} ended; starting it again in ${waitMs / 1000} s`)
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      restarting = restart()
      await restarting
    }
  })()
  async function restart(): Promise<void> {
    try {
      await current.stop()
      current = await options.restart()
      options.log(`${options.name} runs again`)
    } catch (error) {
      options.log(`${options.name} did not come back: ${(error as Error).message}`)
    }
  }
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await restarting
      await current.stop()
    },
  }
}
