import { runOps } from '@usher/service-kit'
import { accountsOps } from '../../../../services/accounts/src/ops/definition.ts'
import { atLeast, type Bench, type LiveBenchmark, type Outcome, times } from '../bench.ts'
import { headersOf } from '../client.ts'
import { cpuRatio, failures, interleave, ratio, runUnderLoad, seriesTable } from '../measure/interleave.ts'
import { startPeer } from '../peers/start-peer.ts'
import { type Environment, startUsher } from '../usher.ts'

const path = '/v1/guests/gst_01k6b3v5xeft8b2x9w7q4rmn0p'

/** Enough to stay below the limits: a development organisation may send 60,000 requests a minute. */
const ORGANIZATIONS = 60

/** The cost of the gateway's own work: both gateways forward to the same server, which responds without doing any. */
export const gateway: LiveBenchmark = {
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
  const requests = keys.map((key) => ({ path, headers: headersOf(key) }))
  const under = (name: string, process: string, origin: string) => ({
    name,
    run: () => runUnderLoad(bench, [process], { origin, method: 'GET', requests }),
  })
  const { ours, peer } = await interleave(bench, {
    ours: under('Usher gateway', 'gateway', usher.url),
    peer: under('Express + http-proxy-3', 'express-proxy', proxy),
  })
  return {
    tables: [seriesTable([ours, peer])],
    figures: [
      atLeast('requests/s, Usher gateway : Express + http-proxy-3', ratio(ours, peer), 1),
      times('CPU per request, Usher gateway : Express + http-proxy-3', cpuRatio(ours, peer)),
    ],
    checks: [{ what: 'every request was answered with 2xx', failures: failures([ours, peer]) }],
  }
}

/** Keys of this many new organisations. */
export async function createKeys(environment: Environment, count: number): Promise<string[]> {
  const run = async (...args: string[]): Promise<{ _id?: string; api_key?: string }> => {
    let printed = ''
    const out = (text: string) => {
      printed += text
    }
    const code = await runOps(accountsOps, [...args, '--json'], environment, { out, note: console.error })
    if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
    return JSON.parse(printed)
  }
  const keys: string[] = []
  for (let i = 0; i < count; i += 1) {
    const { _id = '' } = await run('create-organization', '--name', `Bench ${i}`, '--plan', 'development')
    const { api_key = '' } = await run('create-key', '--organization', _id, '--name', 'bench')
    keys.push(api_key)
  }
  return keys
}
