import { setTimeout as delay } from 'node:timers/promises'

interface Schedule {
  readonly perSecond: number
  readonly count: number
  readonly signal: AbortSignal
}

/**
 * Starts work at fixed times, whether or not earlier work has ended, and waits for all of it.
 *
 * @returns when each was due, by `performance.now()`: latencies counted from there include any delay of this process
 *   (no coordinated omission; Tene, "How NOT to Measure Latency", 2013)
 */
export async function openLoop(
  { perSecond, count, signal }: Schedule,
  start: (index: number) => Promise<void>,
): Promise<number[]> {
  const firstMs = performance.now() + 20
  const due = Array.from({ length: count }, (_, i) => firstMs + (i * 1000) / perSecond)
  const started: Promise<void>[] = []
  for (const [index, dueMs] of due.entries()) {
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await delay(waitMs, undefined, { signal })
    started.push(start(index))
  }
  await Promise.all(started)
  return due
}
