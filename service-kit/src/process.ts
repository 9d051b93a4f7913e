import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from './config.ts'

/** Longest time that a stopping process may take once it has left, in ms; after it the process is ended hard. */
const DRAIN_MS = 10_000

/** What a process is told about its end. */
export interface Leaving {
  /**
   * How long it works on after it was told to end, in ms, while clients and balancers turn to others: longer than either
   * needs for it. 0 unless given.
   */
  readonly shutdownDelayMs?: number | undefined
  /** Aborted when it is told to end: from then on it is not ready, and keeps no connection. */
  readonly leaving?: AbortSignal | undefined
}

/**
 * Runs a service as a process: starts it, waits for SIGTERM, SIGINT or the end of its supervisor, and
 * stops it. The process ends by running out of work; only a drain that hangs is cut off.
 *
 * @param read gives the configuration; may throw a ConfigError
 */
export async function runProcess<Config extends Leaving>(
  read: () => Config,
  start: (config: Config) => Promise<AsyncDisposable>,
): Promise<void> {
  const stop = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.resolve())
  if (process.send) process.on('disconnect', () => stop.resolve())
  try {
    const config = read()
    const leaving = new AbortController()
    const service = await start({ ...config, leaving: leaving.signal })
    await stop.promise
    leaving.abort()
    await delay(config.shutdownDelayMs)
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    await service[Symbol.asyncDispose]()
    if (process.connected) process.disconnect()
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  }
}
