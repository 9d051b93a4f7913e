/** Environment, output and signals of a command. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted when the person ends the command (SIGINT, SIGTERM). */
  readonly stopped: AbortSignal
  /** Writes to the standard output: results alone. */
  out(text: string): void
  /** Writes to the standard error output: everything else. */
  err(text: string): void
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return {
    env: process.env,
    stopped: stop.signal,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  }
}
