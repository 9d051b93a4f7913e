import { inParallel } from '@usher/test-kit'
import { type Dispatcher, Pool } from 'undici'
import { atLeast, atMost, type Bench, below, type LiveBenchmark, type Outcome, type Row } from '../bench.ts'
import { CONCURRENCY, headersOf } from '../client.ts'
import { CONNECTIONS, sendAtFixedTimes } from '../measure/load.ts'
import { median, percentile } from '../measure/statistics.ts'
import { startUsher, type Usher } from '../usher.ts'
import { createKeys } from './gateway.ts'

/** Enough that requests do not wait here for a connection. */
const MAX_CONNECTIONS = 1_000
/** Enough to stay below the limits: each may send 60,000 requests a minute. */
const ORGANIZATIONS = 20
const GUESTS_EACH = 20

/** What becomes of requests at three times the load that can be served. */
export const overload: LiveBenchmark = {
  name: 'overload',
  title: 'three times the load that can be served: how much is accepted, how soon, and when it is over',
  run,
}

type Request = Dispatcher.RequestOptions

interface Answer {
  readonly status: number
  /** Whether it says when to come back. */
  readonly hasRetryAfter: boolean
  /** By `performance.now()`. */
  readonly dueMs: number
  readonly ms: number
}

type Send = (dueMs: number) => Promise<Answer>

async function run(bench: Bench, cleanup: AsyncDisposableStack): Promise<Outcome> {
  const usher = await startUsher(bench, cleanup)
  const guests = usher.mongo.useDb('usher_queue').collection('guests')
  const pool = cleanup.adopt(new Pool(usher.url, { connections: MAX_CONNECTIONS }), (one) => one.destroy())
  const requests = await createMix(usher)
  const before = await guests.countDocuments()
  const answers: Answer[] = []
  let turn = 0
  const send: Send = async (dueMs) => {
    const { statusCode, headers, body } = await pool.request(requests[turn++ % requests.length] as Request)
    await body.dump()
    const hasRetryAfter = headers['retry-after'] !== undefined
    const answer = { status: statusCode, hasRetryAfter, dueMs, ms: performance.now() - dueMs }
    answers.push(answer)
    return answer
  }
  await closedLoop(1, send)
  const rounds: Round[] = []
  while (rounds.length < bench.rounds) rounds.push(await runRound(bench, send))
  const over = (of: (round: Round) => number) => median(rounds.map(of))
  const refusals = answers.filter(({ status }) => status >= 300)
  const created = answers.filter(({ status }) => status === 201).length
  const stored = (await guests.countDocuments()) - before
  return {
    tables: [{ title: 'Loads, round by round', rows: rounds.flatMap(({ rows }) => rows) }],
    figures: [
      atLeast(
        'accepted/s under overload : capacity',
        over(({ accepted }) => accepted),
        0.8,
      ),
      atMost(
        'p99 of accepted, overload : normal',
        over(({ slower }) => slower),
        5,
        '×',
      ),
      below(
        'from the end of the overload to the last refusal',
        over(({ recoveryMs }) => recoveryMs),
        2_000,
      ),
    ],
    checks: [
      {
        what: `each of ${refusals.length} refusals was 503 and said when to come back`,
        failures: refusals.flatMap((one) =>
          one.status === 503 && one.hasRetryAfter ? [] : [`status ${one.status}`],
        ),
      },
      {
        what: 'the guests that were accepted are stored, and no others',
        failures: stored === created ? [] : [`${created} were accepted, ${stored} are stored`],
      },
    ],
  }
}

interface Round {
  readonly rows: readonly Row[]
  /** Accepted requests under overload, as a share of what can be served. */
  readonly accepted: number
  /** The p99 of accepted requests under overload, divided by the normal one. */
  readonly slower: number
  readonly recoveryMs: number
}

async function runRound({ seconds, signal, log }: Bench, send: Send): Promise<Round> {
  const before = await closedLoop(seconds, send)
  log(`  can serve ${Math.round(before)} requests/s`)
  let fromMs = performance.now() + 20
  /** Each follows straight on the one before, which may still be answered. */
  const load = async (name: string, share: number, length: number) => {
    const [perSecond, loadSeconds] = [share * before, length * seconds]
    const schedule = { perSecond, count: Math.round(perSecond * loadSeconds), fromMs, signal }
    fromMs += loadSeconds * 1000
    const answers = await sendAtFixedTimes(schedule, send)
    const accepted = answers.filter(({ status }) => status < 300).map(({ ms }) => ms)
    return { name, answers, accepted, acceptedPerSecond: accepted.length / loadSeconds, perSecond }
  }
  const loads = await Promise.all([load('0.5×', 0.5, 1), load('3×', 3, 3), load('0.5× after', 0.5, 3)])
  // Measured twice: on a shared machine it changes within half a minute.
  const capacity = (before + (await closedLoop(seconds, send))) / 2
  const [normal, overloaded, after] = loads
  const endMs = after.answers[0]?.dueMs ?? Number.NaN
  const lastRefusal = loads.flatMap(({ answers }) => answers).findLast(({ status }) => status >= 300)
  return {
    rows: loads.map(({ name, answers, accepted, acceptedPerSecond, perSecond }) => ({
      load: name,
      'offered/s': perSecond,
      'accepted/s': acceptedPerSecond,
      'refused %': 100 * (1 - accepted.length / answers.length),
      'p50 ms': percentile(accepted, 50),
      'p99 ms': percentile(accepted, 99),
    })),
    accepted: overloaded.acceptedPerSecond / capacity,
    slower: percentile(overloaded.accepted, 99) / percentile(normal.accepted, 99),
    recoveryMs: Math.max(0, (lastRefusal?.dueMs ?? 0) - endMs),
  }
}

/** Requests served per second, with as many at a time as in the other benchmarks. */
async function closedLoop(seconds: number, send: Send): Promise<number> {
  const startedMs = performance.now()
  const endMs = startedMs + seconds * 1000
  let served = 0
  const worker = async () => {
    while (performance.now() < endMs) if ((await send(performance.now())).status < 300) served += 1
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return (served / (performance.now() - startedMs)) * 1000
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
