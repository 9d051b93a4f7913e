import { run } from '../src/run.ts'

/** Starts `usher` with these arguments, without a process of its own, and keeps what it writes. */
export function captureRun(args: readonly string[], env: Readonly<Record<string, string | undefined>> = {}) {
  const written = { out: '', err: '' }
  const ending = new AbortController()
  const exitCode = run(args, {
    env,
    stopped: ending.signal,
    out: (text) => {
      written.out += text
    },
    err: (text) => {
      written.err += text
    },
  })
  return {
    written,
    exitCode,
    /** Ends it like Ctrl-C. */
    stop: () => ending.abort(),
  }
}
