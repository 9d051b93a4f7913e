import { runOps } from '@usher/service-kit'
import { accountsOps } from '../../../../services/accounts/src/ops/definition.ts'
import { atLeast, type Bench, type Benchmark, type Outcome, times } from '../bench.ts'
import { headersOf } from '../client.ts'
import { createSender } from '../measure/load.ts'
import { cpuRatio, failures, interleave, ratio, runUnderLoad, seriesTable } from '../measure/rounds.ts'
import { type Environment, startPeer, startUsher } from '../usher.ts'

const path = '/v1/guests/gst_01k6b3v5xeft8b2x9w7q4rmn0p'

/** Enough to stay below the limits: a development organisation may send 60,000 requests a minute. */
const ORGANIZATIONS = 60

/** The cost of the gateway's own work: both gateways forward to the same server, which responds without doing any. */
export const gateway: Benchmark = {
  name: 'gateway',
  title:
    'GET guest from a static upstream: the gateway with everything on, against bare Express + http-proxy-3',
  run,
}

async function run(bench: Bench, cleanup: AsyncDisposableStack): Promise<Outcome> {
  const upstream = await startPeer(bench, 'static-upstream', cleanup)
  // The proxy passes on its upstream's response, also to the readiness check.
  const proxy = await startPeer(bench, 'express-proxy', cleanup, { UPSTREAM_URL: upstream })
  const usher = await startUsher(bench, cleanup, { QUEUE_URL: upstream })
  const keys = await createKeys(usher.environments.accounts ?? {}, ORGANIZATIONS)
  const requests = keys.map((key) => ({ method: 'GET' as const, path, headers: headersOf(key) }))
  const getting = (process: string, origin: string) => {
    const send = createSender(origin, requests, cleanup)
    return () => runUnderLoad(bench, [process], send)
  }
  const series = await interleave(bench, {
    'Usher gateway': getting('gateway', usher.url),
    'Express + http-proxy-3': getting('express-proxy', proxy),
  })
  const { 'Usher gateway': ours, 'Express + http-proxy-3': peer } = series
  return {
    tables: [seriesTable(series)],
    figures: [
      atLeast('requests/s, Usher gateway : Express + http-proxy-3', ratio(ours, peer), 1),
      times('CPU per request, Usher gateway : Express + http-proxy-3', cpuRatio(ours, peer)),
    ],
    checks: [{ what: 'every request was answered with 2xx', failures: failures(series) }],
  }
}

export async function createKeys(environment: Environment, count: number): Promise<string[]> {
  const run = async (...args: string[]): Promise<{ _id?: string; api_key?: string }> => {
    const printed: string[] = []
    const output = { out: (text: string) => printed.push(text), note: console.error }
    const code = await runOps(accountsOps, [...args, '--json'], environment, output)
    if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
    return JSON.parse(printed.join(''))
  }
  const keys: string[] = []
  for (let i = 0; i < count; i += 1) {
    const { _id = '' } = await run('create-organization', '--name', `Bench ${i}`, '--plan', 'development')
    const { api_key = '' } = await run('create-key', '--organization', _id, '--name', 'bench')
    keys.push(api_key)
  }
  return keys
}
