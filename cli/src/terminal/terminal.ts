import { EXIT } from './exit-codes.ts'

/** Where a command reads its surroundings and writes to. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether a person watches the output, and not a file or another program. */
  readonly isInteractive: boolean
  /** Aborted when the person ends the command (SIGINT, SIGTERM), or nobody reads its output any more. */
  readonly stopped: AbortSignal
  /** Writes to the standard output: results alone. */
  out(text: string): void
  /** Writes to the standard error output: everything else. */
  err(text: string): void
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const stop = new AbortController()
  // A second signal ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (stop.signal.aborted) return
    stop.abort(error)
    if (isReaderGone(error)) return
    process.exitCode = EXIT.failed
    process.stderr.write(`Error: The output cannot be written: ${error.code ?? error.message}\n`)
  })
  process.stderr.on('error', () => {})
  return {
    env: process.env,
    isInteractive: process.stdout.isTTY === true,
    stopped: stop.signal,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  }
}

/** Whether output was not wanted to its end: `usher logs tail | head -1`. */
export const isReaderGone = (reason: unknown): boolean =>
  (reason as NodeJS.ErrnoException | undefined)?.code === 'EPIPE'
