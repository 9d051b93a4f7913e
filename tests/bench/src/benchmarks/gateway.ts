import { atLeast, type Benchmark, type Outcome, times } from '../bench.ts'
import type { Bench } from '../bench-context.ts'
import { cpuRatio, failures, ratio } from '../measure/compare.ts'
import { interleave } from '../measure/interleave.ts'
import { startPeer } from '../peers/start-peers.ts'
import { startUsher } from '../usher.ts'

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

async function run(bench: Bench): Promise<Outcome> {
  await using cleanup = new AsyncDisposableStack()
  const upstream = await startPeer(bench, { name: 'static-upstream' }, cleanup)
  const env = { UPSTREAM_URL: upstream.url }
  // The proxy passes on its upstream's response, also to the readiness check.
  const proxy = await startPeer(bench, { name: 'express-proxy', env }, cleanup)
  const usher = cleanup.use(await startUsher(bench, { QUEUE_URL: upstream.url }))

  const clients = await usher.createClients(ORGANIZATIONS)
  const requests = clients.map((headers) => ({ path, headers }))
  const common = { method: 'GET', headers: {}, requests } as const
  const { ours, peer } = await interleave(bench, {
    ours: {
      name: 'Usher gateway',
      pids: () => usher.pids('gateway'),
      plan: () => ({ ...common, origin: usher.url }),
    },
    peer: {
      name: 'Express + http-proxy-3',
      pids: proxy.pids,
      plan: () => ({ ...common, origin: proxy.url }),
    },
  })
  const series = [ours, peer]
  return {
    series,
    figures: [
      atLeast('requests/s, Usher gateway : Express + http-proxy-3', ratio(ours, peer), 1),
      times('CPU per request, Usher gateway : Express + http-proxy-3', cpuRatio(ours, peer)),
    ],
    checks: [{ what: 'every request was answered with 2xx', failures: failures(series) }],
  }
}
