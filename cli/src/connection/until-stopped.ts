import { setTimeout } from 'node:timers/promises'
import type { Terminal } from '../terminal/terminal.ts'

/** Has requests, and the waits before they are repeated, end when the command is ended. */
export const untilStopped = ({ stopped }: Terminal) => ({
  fetch: (request: Request) => fetch(request, { signal: AbortSignal.any([request.signal, stopped]) }),
  wait: (ms: number, signal: AbortSignal) =>
    setTimeout(ms, undefined, { signal: AbortSignal.any([signal, stopped]) }),
})
