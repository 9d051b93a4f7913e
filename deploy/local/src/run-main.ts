import { SetupError } from './provided.ts'
import { untilStopped } from './until-stopped.ts'

export interface MainContext {
  /** Aborted by the first request to stop. */
  readonly signal: AbortSignal
  /** Resolves with the first request to stop. */
  readonly stopped: Promise<string>
}

/**
 * Runs a command of the local stack and ends the process with the exit code that it returns.
 *
 * A SetupError, and what `parseArgs` refuses, is shown as its message alone.
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
  // Waiting for a signal alone would not keep the process alive.
  const keepAlive = setInterval(() => {}, 60_000)
  try {
    process.exitCode = await main({ signal: stopping.signal, stopped })
  } catch (error) {
    process.exitCode = stopping.signal.aborted ? stoppedCode : 1
    if (!stopping.signal.aborted) console.error(isOfTheCaller(error) ? `\n${error.message}` : error)
  }
  clearInterval(keepAlive)
  // Handles that a library keeps open must not hold the terminal.
  process.exit()
}

function isOfTheCaller(error: unknown): error is Error {
  const { code } = error as { code?: unknown }
  return error instanceof SetupError || (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS_'))
}
