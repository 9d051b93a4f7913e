import { setTimeout } from 'node:timers/promises'
import type { Terminal } from '../terminal/terminal.ts'

/** Aborts requests and the pauses before retries when the command is stopped. */
export const untilStopped = ({ stopped }: Terminal) => ({
  fetch: (request: Request) => fetch(request, { signal: AbortSignal.any([request.signal, stopped]) }),
  wait: (ms: number, signal: AbortSignal) =>
    setTimeout(ms, undefined, { signal: AbortSignal.any([signal, stopped]) }),
})
