import { setTimeout as delay } from 'node:timers/promises'
import { defaultBackoff, nextDelay } from './backoff.ts'
import type { Log, Provided } from './provided.ts'

export interface KeepRunningOptions {
  /** What it is called in messages. */
  readonly name: string
  readonly log: Log
  /** Starts the server anew on the same data and, while they are free, the same ports. */
  readonly restart: () => Promise<Provided>
}

/**
 * Starts a private server again whenever it ends by itself. A server that others run is left to them.
 *
 * @returns what ends it for good when disposed of.
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
