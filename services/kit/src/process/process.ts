import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError } from './config.ts'

/** Longest time a stopping process may drain, in ms; then it is killed. */
const DRAIN_MS = 10_000

/** How a process shuts down. */
export interface ShutdownOptions {
  /**
   * How long it keeps serving after the signal to stop, in ms, while clients and load balancers turn to others:
   * longer than either needs. 0 by default.
   */
  readonly shutdownDelayMs?: number | undefined
  /** Aborted on the signal to stop: from then on it reports not ready and keeps no connection alive. */
  readonly leaving?: AbortSignal | undefined
}

/**
 * Runs a service as a process: starts it, waits for SIGTERM, SIGINT or the death of its supervisor, and stops it. The
 * process ends by itself when no work is left; only a drain that hangs is cut off.
 *
 * @param read returns the configuration; may throw a ConfigError
 */
export async function runProcess<Config extends ShutdownOptions>(
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
