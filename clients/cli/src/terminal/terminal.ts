import { EXIT } from './exit-codes.ts'

/** Environment, output and signals of a command. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
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
    process.stderr.write(`Error: Cannot write the output: ${error.code ?? error.message}\n`)
  })
  process.stderr.on('error', () => {})
  return {
    env: process.env,
    stopped: stop.signal,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  }
}

/** Whether the program that read the output has ended, as in `usher logs tail | head -1`. */
export const isReaderGone = (reason: unknown): boolean =>
  (reason as NodeJS.ErrnoException | undefined)?.code === 'EPIPE'
