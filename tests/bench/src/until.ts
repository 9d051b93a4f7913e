import { setTimeout as delay } from 'node:timers/promises'

const EVERY_MS = 50

interface Wait {
  readonly what: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Waits until a condition holds. @throws Error when it does not in time, or the run is interrupted */
export async function until(holds: () => Promise<boolean>, { what, timeoutMs, signal }: Wait): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs / 1000} s in vain until ${what}`)
    await delay(EVERY_MS, undefined, { signal })
  }
}
