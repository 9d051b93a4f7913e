import { SetupError } from './provided.ts'
import { untilStopped } from './until-stopped.ts'

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
