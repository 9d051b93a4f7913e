import { createHistogram } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'

/** Connections of a closed loop: each sends its next request after its response. */
const CONNECTIONS = 32
/** Enough that a request at a fixed time does not wait here for a connection. */
const MAX_CONNECTIONS = 1_000

export type Headers = Readonly<Record<string, string>>

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Headers
  readonly body?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** As received: a client that unpacks compressed bodies spends more time on garbage than the answer took. */
  readonly body: Uint8Array
  /** When the request was due, by `performance.now()`, and the time from then to the last byte. */
  readonly dueMs: number
  readonly ms: number
}

export type Send = (dueMs: number) => Promise<Answer>

/** Returns a function that sends requests in turn, over and over. The cleanup closes its connections. */
export function createSender(
  origin: string,
  requests: readonly Request[],
  cleanup: AsyncDisposableStack,
): Send {
  const pool = cleanup.adopt(new Pool(origin, { connections: MAX_CONNECTIONS }), (one) => one.destroy())
  let turn = 0
  return async (dueMs) => {
    const request = requests[turn % requests.length] as Request
    turn += 1
    const { statusCode: status, headers, body } = await pool.request(request)
    return { status, headers, body: await body.bytes(), dueMs, ms: performance.now() - dueMs }
  }
}

export type LoadResult = Awaited<ReturnType<typeof closedLoop>>

/** Sends requests in a closed loop for some seconds, and waits for the last responses. A success is a 2xx. */
export async function closedLoop(
  send: Send,
  seconds: number,
  signal: AbortSignal,
  connections = CONNECTIONS,
) {
  const latencies = createHistogram()
  let [successes, failures] = [0, 0]
  const startedMs = performance.now()
  const worker = async () => {
    for (let now = startedMs; now < startedMs + seconds * 1000; now = performance.now()) {
      signal.throwIfAborted()
      const { status, ms } = await send(now)
      latencies.record(Math.max(1, Math.round(ms * 1000)))
      if (status < 300) successes += 1
      else failures += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return {
    successes,
    failures,
    perSecond: (successes / (performance.now() - startedMs)) * 1000,
    p50Ms: latencies.percentile(50) / 1000,
    p99Ms: latencies.percentile(99) / 1000,
  }
}

interface Schedule {
  readonly perSecond: number
  readonly count: number
  /** When the first is due, by `performance.now()`; by default, soon. */
  readonly fromMs?: number
  readonly signal: AbortSignal
}

/**
 * Starts work at fixed times, whether or not earlier work has ended, and waits for all of it.
 *
 * @param start given when the work is due, by `performance.now()`: latencies counted from there include any delay of
 *   this process (no coordinated omission; Tene, "How NOT to Measure Latency", 2013)
 */
export async function sendAtFixedTimes<Result>(
  { perSecond, count, fromMs = performance.now() + 20, signal }: Schedule,
  start: (dueMs: number, index: number) => Promise<Result>,
): Promise<Result[]> {
  const started: Promise<Result>[] = []
  for (let index = 0; index < count; index += 1) {
    const dueMs = fromMs + (index * 1000) / perSecond
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await delay(waitMs, undefined, { signal })
    started.push(start(dueMs, index))
  }
  return await Promise.all(started)
}
