import { createHistogram } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon, { type Request, type Result } from 'autocannon'

/** Connections of a closed loop: each sends its next request after its response. */
export const CONNECTIONS = 32
/** Requests that each connection repeats: a random sample of the plan, built before the start. */
const SAMPLE = 500

/** What to send: requests chosen at random, repeatedly. */
export interface LoadPlan {
  /** Address without path, `http://127.0.0.1:8080`. */
  readonly origin: string
  readonly method: 'GET' | 'POST'
  readonly requests: readonly {
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }[]
  /** Called with the body of each successful response. */
  readonly onAnswer?: (body: string) => void
}

/** Requests in flight when the time is up are not counted. */
export interface LoadResult {
  /** Requests answered with 2xx. */
  readonly successes: number
  /** Responses with another status, and requests without one. */
  readonly failures: number
  /** Successes per second. */
  readonly perSecond: number
  /** Latencies of all responses in ms. */
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Sends a plan in a closed loop for some seconds. */
export async function sendLoad(plan: LoadPlan, seconds: number, signal: AbortSignal): Promise<LoadResult> {
  const { origin, method, requests, onAnswer } = plan
  const latencies = createHistogram()
  let successes = 0
  const keep = (status: number, body: string) => {
    if (status < 300) onAnswer?.(body)
  }
  const prepared = requests.map((one): Request => ({ ...one, method, ...(onAnswer && { onResponse: keep }) }))
  const pick = () => prepared[Math.floor(Math.random() * prepared.length)] as Request
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const instance = autocannon(
    {
      url: origin,
      connections: CONNECTIONS,
      duration: seconds,
      setupClient: (client) => client.setRequests(Array.from({ length: SAMPLE }, pick)),
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  )
  const stop = () => instance.stop()
  signal.addEventListener('abort', stop)
  let startedMs = performance.now()
  instance.on('start', () => {
    startedMs = performance.now()
  })
  instance.on('response', (_client, status, _bytes, ms) => {
    if (status < 300) successes += 1
    // autocannon's own histogram has a resolution of whole milliseconds.
    latencies.record(Math.max(1, Math.round(ms * 1000)))
  })
  const { non2xx, errors } = await promise
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  return {
    successes,
    perSecond: (successes / (performance.now() - startedMs)) * 1000,
    failures: non2xx + errors,
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
