import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'
import { percentile } from '../../measure/statistics.ts'
import {
  type Answered,
  type MixedRequest,
  type Phase,
  type PhasePlan,
  type PhaseResult,
  SLICE_MS,
} from './phases.ts'

/** Enough that requests do not wait here for a connection. */
const MAX_CONNECTIONS = 1_000

/** Counts responses as they arrive. */
class ResponseCounter {
  created = 0
  failed = 0
  withoutRetryAfter = 0
  readonly #latencies: number[] = []
  readonly #refused: Record<string, number> = {}

  accept(status: number, latencyMs: number): void {
    this.#latencies.push(latencyMs)
    if (status === 201) this.created += 1
  }

  refuse(status: number, code: string, retryAfter: string | undefined): void {
    const key = `${status} ${code}`
    this.#refused[key] = (this.#refused[key] ?? 0) + 1
    if (retryAfter === undefined) this.withoutRetryAfter += 1
  }

  summary(): Answered {
    const { created, failed, withoutRetryAfter } = this
    return {
      accepted: this.#latencies.length,
      created,
      refused: this.#refused,
      withoutRetryAfter,
      failed,
      p50Ms: percentile(this.#latencies, 50),
      p99Ms: percentile(this.#latencies, 99),
    }
  }
}

type Send = (dueMs: number) => Promise<void>

/** Sends the phases of a plan (file) and prints their results as JSON; runs as a separate process. */
const plan = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as PhasePlan
const pool = new Pool(plan.origin, { connections: MAX_CONNECTIONS, pipelining: 1 })
let turn = 0
const runs: Run[] = []
// A phase does not wait for the last responses of the previous one.
for (const phase of plan.phases) runs.push(await run(phase))
console.log(JSON.stringify(await Promise.all(runs.map(({ result }) => result))))
await pool.destroy()

interface Run {
  readonly result: Promise<PhaseResult>
}

/** Resolves when all requests of a phase are sent. */
async function run(phase: Phase): Promise<Run> {
  const beganMs = performance.now()
  const all = new ResponseCounter()
  const slices: ResponseCounter[] = []
  const send: Send = async (dueMs) => {
    const index = Math.floor((dueMs - beganMs) / SLICE_MS)
    const slice = slices[index] ?? new ResponseCounter()
    slices[index] = slice
    const request = plan.requests[turn++ % plan.requests.length]
    if (request) await exchange(request, dueMs, [all, slice])
  }
  const sent =
    'connections' in phase ? closedLoop(phase, beganMs, send) : await openLoop(phase, beganMs, send)
  const answered = Promise.all(sent)
  if ('connections' in phase) await answered
  const summaries = () => Array.from(slices, (slice) => (slice ?? new ResponseCounter()).summary())
  const seconds = () => (performance.now() - beganMs) / 1000
  return { result: answered.then(() => ({ seconds: seconds(), all: all.summary(), slices: summaries() })) }
}

function closedLoop(
  { connections, seconds }: { connections: number; seconds: number },
  beganMs: number,
  send: Send,
) {
  const endsMs = beganMs + seconds * 1000
  const worker = async () => {
    for (let now = beganMs; now < endsMs; now = performance.now()) await send(now)
  }
  return Array.from({ length: connections }, worker)
}

/** Sends at fixed times, whether or not earlier requests were answered; latency counts from these times. */
async function openLoop(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  beganMs: number,
  send: Send,
) {
  const sent: Promise<void>[] = []
  const count = Math.round(perSecond * seconds)
  while (sent.length < count) {
    const dueMs = beganMs + (sent.length * 1000) / perSecond
    if (dueMs > performance.now()) await delay(1)
    else sent.push(send(dueMs))
  }
  return sent
}

/** Sends a request and counts its response, with as little work as possible: the servers need the CPU. */
function exchange(
  { path, method, headers, body }: MixedRequest,
  dueMs: number,
  counts: readonly ResponseCounter[],
): Promise<void> {
  return new Promise((resolve) => {
    let status = 0
    let retryAfter: string | undefined
    let problem = ''
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart(_controller, code, fields) {
        status = code
        retryAfter = fields['retry-after'] as string | undefined
      },
      onResponseData(_controller, chunk) {
        if (status >= 300) problem += chunk.toString()
      },
      onResponseEnd() {
        const latencyMs = performance.now() - dueMs
        for (const count of counts) {
          if (status < 300) count.accept(status, latencyMs)
          else count.refuse(status, /"code":"(\w+)"/.exec(problem)?.[1] ?? '', retryAfter)
        }
        resolve()
      },
      onResponseError() {
        for (const count of counts) count.failed += 1
        resolve()
      },
    }
    pool.dispatch({ path, method, headers, body: body ?? null }, handler)
  })
}
