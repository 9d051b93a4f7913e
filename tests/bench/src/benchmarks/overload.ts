import { inParallel } from '@usher/test-kit'
import { atLeast, atMost, type Bench, type Benchmark, below, type Outcome } from '../bench.ts'
import { CONCURRENCY, headersOf } from '../client.ts'
import {
  type Answer,
  closedLoop,
  createSender,
  type Request,
  type Send,
  sendAtFixedTimes,
} from '../measure/load.ts'
import { interleave } from '../measure/rounds.ts'
import { median, percentile } from '../measure/statistics.ts'
import { startUsher, type Usher } from '../usher.ts'
import { createKeys } from './gateway.ts'

/** Enough to stay below the limits: each may send 60,000 requests a minute. */
const ORGANIZATIONS = 20
const GUESTS_EACH = 20

export const overload: Benchmark = {
  name: 'overload',
  title: 'three times the load that can be served: how much is accepted, how soon, and when it is over',
  run,
}

async function run(bench: Bench, cleanup: AsyncDisposableStack): Promise<Outcome> {
  const usher = await startUsher(bench, cleanup)
  const guests = usher.mongo.collection('guests')
  const next = createSender(usher.url, await createMix(usher), cleanup)
  const before = await guests.countDocuments()
  let created = 0
  const refusals: Answer[] = []
  const send: Send = async (dueMs) => {
    const answer = await next(dueMs)
    if (answer.status === 201) created += 1
    if (answer.status >= 300) refusals.push(answer)
    return answer
  }
  await closedLoop(send, 1, bench.signal)
  const { overload: rounds } = await interleave(bench, { overload: () => runRound(bench, send) })
  const stored = (await guests.countDocuments()) - before
  const accepted = median(rounds.map((round) => round.accepted))
  const slower = median(rounds.map((round) => round.slower))
  const recoveryMs = median(rounds.map((round) => round.recoveryMs))
  const wrong = refusals.filter(
    ({ status, headers }) => status !== 503 || headers['retry-after'] === undefined,
  )
  return {
    tables: [{ title: 'Loads, round by round', rows: rounds.flatMap(({ rows }) => rows) }],
    figures: [
      atLeast('accepted/s under overload : capacity', accepted, 0.8),
      atMost('p99 of accepted, overload : normal', slower, 5, '×'),
      below('from the end of the overload to the last refusal', recoveryMs, 2_000),
    ],
    checks: [
      {
        what: `each of ${refusals.length} refusals was 503 and said when to come back`,
        failures: wrong.map(({ status }) => `status ${status}`),
      },
      {
        what: 'the guests that were accepted are stored, and no others',
        failures: stored === created ? [] : [`${created} were accepted, ${stored} are stored`],
      },
    ],
  }
}

async function runRound({ seconds, signal, log }: Bench, send: Send) {
  const before = await closedLoop(send, seconds, signal)
  log(`  can serve ${Math.round(before.perSecond)} requests/s`)
  let fromMs = performance.now() + 20
  /** Each follows straight on the one before, which may still be answered. */
  const load = async (name: string, share: number, length: number) => {
    const [perSecond, loadSeconds] = [share * before.perSecond, length * seconds]
    const schedule = { perSecond, count: Math.round(perSecond * loadSeconds), fromMs, signal }
    fromMs += loadSeconds * 1000
    const answers = await sendAtFixedTimes(schedule, send)
    const accepted = answers.filter(({ status }) => status < 300).map(({ ms }) => ms)
    const row = {
      load: name,
      'offered/s': perSecond,
      'accepted/s': accepted.length / loadSeconds,
      'refused %': 100 * (1 - accepted.length / answers.length),
      'p50 ms': percentile(accepted, 50),
      'p99 ms': percentile(accepted, 99),
    }
    return { answers, row }
  }
  const loads = await Promise.all([load('0.5×', 0.5, 1), load('3×', 3, 3), load('0.5× after', 0.5, 3)])
  // Measured twice: on a shared machine it changes within half a minute.
  const after = await closedLoop(send, seconds, signal)
  const [normal, overloaded, last] = loads
  const endMs = last.answers[0]?.dueMs ?? Number.NaN
  const lastRefusal = loads.flatMap(({ answers }) => answers).findLast(({ status }) => status >= 300)
  return {
    rows: loads.map(({ row }) => row),
    /** As a share of what can be served. */
    accepted: overloaded.row['accepted/s'] / ((before.perSecond + after.perSecond) / 2),
    slower: overloaded.row['p99 ms'] / normal.row['p99 ms'],
    recoveryMs: Math.max(0, (lastRefusal?.dueMs ?? 0) - endMs),
  }
}

/** Requests of many organisations: a fifth add a guest, two fifths list a queue, two fifths get a guest. */
async function createMix({ client, environments }: Usher): Promise<Request[]> {
  const keys = await createKeys(environments.accounts ?? {}, ORGANIZATIONS)
  const mix = await inParallel(keys, CONCURRENCY, async (key) => {
    const headers = headersOf(key)
    const create = (path: string, body: object) => client.send<{ id: string }>('POST', path, body, headers)
    const queue = await create('/v1/queues', { name: 'Bench' })
    const path = `/v1/queues/${queue.id}/guests`
    const list: Request = { method: 'GET', path: `${path}?limit=10`, headers }
    const requests: Request[] = []
    for (let i = 0; i < GUESTS_EACH; i += 1) {
      const body = { name: `Guest ${i}`, party_size: (i % 8) + 1 }
      const add: Request = { method: 'POST', path, headers, body: JSON.stringify(body) }
      const get: Request = { method: 'GET', path: `/v1/guests/${(await create(path, body)).id}`, headers }
      requests.push(add, list, get, list, get)
    }
    return requests
  })
  return Array.from({ length: mix[0]?.length ?? 0 }, (_, i) => mix.map((one) => one[i] as Request)).flat()
}
