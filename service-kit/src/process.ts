import { ConfigError } from './config.ts'

/** Longest time that a stopping process may take, in ms; after it the process is ended hard. */
const DRAIN_MS = 10_000

/**
 * Runs a service as a process: starts it, waits for SIGTERM, SIGINT or the end of its supervisor, and
 * stops it. The process ends by running out of work; only a drain that hangs is cut off.
 */
export async function runProcess(start: () => Promise<AsyncDisposable>): Promise<void> {
  const stop = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.resolve())
  if (process.send) process.on('disconnect', () => stop.resolve())
  try {
    const service = await start()
    await stop.promise
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    await service[Symbol.asyncDispose]()
    if (process.connected) process.disconnect()
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`)
    process.exit(1)
  }
}
