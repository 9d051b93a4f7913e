import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { ResponseCounter } from './answers.ts'
import { exchange } from './exchange.ts'
import { type Phase, type PhasePlan, type PhaseResult, SLICE_MS } from './phases.ts'

/** Enough that requests do not wait here for a connection. */
const MAX_CONNECTIONS = 1_000

type Send = (dueMs: number) => Promise<void>

/** Sends the phases of a plan (file) and prints their results as JSON; runs as a separate process. */
const plan = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as PhasePlan
const { origin, localAddress } = plan
const from = localAddress === undefined ? {} : { localAddress }
const pool = new Pool(origin, { connections: MAX_CONNECTIONS, pipelining: 1, ...from })
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
    if (request) await exchange(pool, request, dueMs, [all, slice])
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
