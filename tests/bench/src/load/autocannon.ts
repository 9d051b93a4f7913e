import { appendFile, readFile } from 'node:fs/promises'
import { createHistogram } from 'node:perf_hooks'
import autocannon, { type Client, type Request, type Result } from 'autocannon'
import { CONNECTIONS, type LoadPlan, type LoadResult, TIMEOUT_SECONDS } from './load.ts'

/** Requests that each connection repeats: a random sample of the plan, built before the start. */
const SAMPLE = 500

/** Runs a plan (file) for some seconds and prints the result as JSON; runs as a separate process. */
const [file = '', seconds = ''] = process.argv.slice(2)
const plan = JSON.parse(await readFile(file, 'utf8')) as LoadPlan
console.log(JSON.stringify(await run(plan, Number(seconds))))

async function run(plan: LoadPlan, seconds: number): Promise<LoadResult> {
  const bodies: string[] = []
  const latencies = createHistogram()
  let successes = 0
  let startedAtMs = 0
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const instance = autocannon(options(plan, seconds, bodies), (error, result) =>
    error ? reject(error) : resolve(result),
  )
  instance.on('start', () => {
    startedAtMs = performance.now()
  })
  instance.on('response', (_client, status, _bytes, ms) => {
    if (status < 300) successes += 1
    // autocannon's own histogram has a resolution of whole milliseconds.
    latencies.record(Math.max(1, Math.round(ms * 1000)))
  })
  const { non2xx, errors, timeouts } = await promise
  const perSecond = (successes / (performance.now() - startedAtMs)) * 1000
  if (plan.answersFile) await appendFile(plan.answersFile, bodies.map((body) => `${body}\n`).join(''))
  return {
    successes,
    perSecond,
    failures: non2xx + errors + timeouts,
    p50Ms: latencies.percentile(50) / 1000,
    p99Ms: latencies.percentile(99) / 1000,
  }
}

function options(plan: LoadPlan, seconds: number, bodies: string[]): autocannon.Options {
  const { origin, method, headers, requests, answersFile } = plan
  const keep = (status: number, body: string) => {
    if (status < 300) bodies.push(body)
  }
  const prepared = requests.map(
    (request): Request => ({
      ...request,
      method,
      headers: { ...headers, ...request.headers },
      ...(answersFile && { onResponse: keep }),
    }),
  )
  const pick = () => prepared[Math.floor(Math.random() * prepared.length)] as Request
  return {
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    timeout: TIMEOUT_SECONDS,
    setupClient: (client: Client) => client.setRequests(Array.from({ length: SAMPLE }, pick)),
  }
}
