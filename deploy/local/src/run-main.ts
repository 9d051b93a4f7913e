import { SetupError } from './provided.ts'

export interface MainContext {
  /** Aborted by the first request to stop. */
  readonly signal: AbortSignal
  /** Resolves with the first request to stop. */
  readonly stopped: Promise<string>
}

/**
 * Runs a command of the local stack and exits with the code that it returns.
 *
 * Only the message of a SetupError, or of what `parseArgs` refuses, is shown.
 *
 * @param stoppedCode the exit code when it is told to stop before it is done.
 */
export async function runMain(
  main: (context: MainContext) => Promise<number>,
  stoppedCode = 0,
): Promise<void> {
  const stopping = new AbortController()
  const stopped = untilStopped()
  void stopped.then((reason) => stopping.abort(new Error(`stopped by ${reason}`)))
  // Waiting for a signal alone does not keep the process alive.
  const keepAlive = setInterval(() => {}, 60_000)
  try {
    process.exitCode = await main({ signal: stopping.signal, stopped })
  } catch (error) {
    process.exitCode = stopping.signal.aborted ? stoppedCode : 1
    if (!stopping.signal.aborted) console.error(isExpected(error) ? `\n${error.message}` : error)
  }
  clearInterval(keepAlive)
  // Exit even if a library keeps handles open.
  process.exit()
}

function isExpected(error: unknown): error is Error {
  const { code } = error as { code?: unknown }
  return error instanceof SetupError || (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS_'))
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves with the first signal that asks this process to exit, or when its parent process is gone. Ignores later
 * signals: Ctrl-C arrives from the terminal and again from the parent, and must not cut the graceful shutdown short.
 */
export function untilStopped(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve(signal))
    if (process.send === undefined) return
    process.on('disconnect', () => resolve('disconnect'))
    // Waiting for the parent's end must not keep this process alive.
    process.channel?.unref()
  })
}
