import { atLeast, type Benchmark, type Outcome, times } from '../bench.ts'
import type { Bench } from '../bench-context.ts'
import { copyTo, openDatabase } from '../database-store.ts'
import { inParallel } from '../in-parallel.ts'
import { withDatabase } from '../local.ts'
import { cpuRatio, failures, ratio } from '../measure/compare.ts'
import { interleave } from '../measure/interleave.ts'
import { PEER_DATABASE, startPeer } from '../peers/start-peers.ts'
import { startUsher, type Usher } from '../usher.ts'

/** Enough to stay below the limits: a development organisation may send 60,000 requests a minute. */
const ORGANIZATIONS = 20
const QUEUES = 100
const GUESTS_EACH = 100
const AT_ONCE = 32

/** Reading one of 10,000 guests: Usher's two hops and two look-ups compared with the shortest way possible. */
export const getGuest: Benchmark = {
  name: 'get-guest',
  title: 'GET one of 10,000 guests: gateway + queue service, against one plain Express + mongoose process',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  await using cleanup = new AsyncDisposableStack()
  const usher = cleanup.use(await startUsher(bench))
  bench.log(`  adding ${QUEUES * GUESTS_EACH} guests`)
  const requests = await addGuests(usher)
  await copyGuests(bench)
  const env = { MONGODB_URL: withDatabase(bench.servers.mongo.url, PEER_DATABASE) }
  const plain = await startPeer(bench, { name: 'express-read', env }, cleanup)

  const common = { method: 'GET', headers: {}, requests } as const
  const { ours, peer } = await interleave(bench, {
    ours: {
      name: 'Usher gateway + queue',
      pids: () => usher.pids('gateway', 'queue', 'mongod'),
      plan: () => ({ ...common, origin: usher.url }),
    },
    peer: {
      name: 'Express + mongoose',
      pids: () => ({ ...plain.pids(), ...usher.pids('mongod') }),
      plan: () => ({ ...common, origin: plain.url }),
    },
  })
  const series = [ours, peer]
  return {
    series,
    figures: [
      atLeast('requests/s, Usher : Express + mongoose', ratio(ours, peer), 0.8),
      times('CPU per request, Usher : Express + mongoose', cpuRatio(ours, peer)),
    ],
    checks: [{ what: 'every request was answered with 2xx', failures: failures(series) }],
  }
}

/** Adds the guests of all organisations and returns the requests that read them. */
async function addGuests(usher: Usher) {
  const clients = await usher.createClients(ORGANIZATIONS)
  const clientOf = (queue: number) => clients[queue % ORGANIZATIONS] ?? usher.clientHeaders
  const queues = await inParallel(Array.from({ length: QUEUES }), AT_ONCE, (_, i) =>
    usher.call('POST', '/v1/queues', { name: `Queue ${i}` }, clientOf(i)),
  )
  const each = queues.flatMap(({ id }, i) => Array(GUESTS_EACH).fill({ queueId: id, headers: clientOf(i) }))
  return await inParallel(each, AT_ONCE, async ({ queueId, headers }, i) => {
    const { id } = await usher.call('POST', `/v1/queues/${queueId}/guests`, guestDetails(i), headers)
    return { path: `/v1/guests/${id}`, headers }
  })
}

const guestDetails = (i: number) => ({ name: `Guest ${i}`, phone: '+12125550100', party_size: (i % 8) + 1 })

async function copyGuests({ servers }: Bench): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const queueDatabase = await openDatabase(servers.mongo.url, 'usher_queue', cleanup)
  await copyTo(queueDatabase, 'guests', PEER_DATABASE)
}
