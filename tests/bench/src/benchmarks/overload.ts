import { setTimeout as delay } from 'node:timers/promises'
import { type Dispatcher, Pool } from 'undici'
import { atLeast, atMost, type Bench, below, type LiveBenchmark, type Outcome, type Row } from '../bench.ts'
import { CONCURRENCY, headersOf } from '../client.ts'
import { inParallel } from '../in-parallel.ts'
import { CONNECTIONS } from '../measure/load.ts'
import { median, percentile } from '../measure/statistics.ts'
import { startUsher, type Usher } from '../usher.ts'
import { createKeys } from './gateway.ts'

/** The loads of a round, one straight after the other: a share of the capacity, and a multiple of the length. */
const LOADS = [
  { name: '0.5×', share: 0.5, length: 1 },
  { name: '3×', share: 3, length: 3 },
  { name: '0.5× after', share: 0.5, length: 3 },
] as const
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
  const requests = await createMix(usher, pool)
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
  const sent: Promise<Answer>[] = []
  const ends: number[] = []
  let dueMs = performance.now()
  for (const { share, length } of LOADS) {
    const endMs = dueMs + length * seconds * 1000
    for (; dueMs < endMs; dueMs += 1000 / (share * before)) {
      const waitMs = dueMs - performance.now()
      if (waitMs > 0) await delay(waitMs, undefined, { signal })
      sent.push(send(dueMs))
    }
    ends.push(endMs)
  }
  const answers = await Promise.all(sent)
  // Measured twice: on a shared machine it changes within half a minute.
  const capacity = (before + (await closedLoop(seconds, send))) / 2
  const loads = LOADS.map(({ name, length }, i) => {
    const [from = 0, to = 0] = [ends[i - 1] ?? 0, ends[i]]
    const all = answers.filter((one) => one.dueMs >= from && one.dueMs < to)
    const accepted = all.filter(({ status }) => status < 300).map(({ ms }) => ms)
    return { name, all, accepted, perSecond: accepted.length / (length * seconds), seconds: length * seconds }
  })
  const [normal, overloaded] = loads.map(({ accepted }) => percentile(accepted, 99))
  const lastRefusal = answers.findLast(({ status }) => status >= 300)?.dueMs ?? 0
  return {
    rows: loads.map(({ name, all, accepted, perSecond, seconds }) => ({
      load: name,
      'offered/s': all.length / seconds,
      'accepted/s': perSecond,
      'refused %': 100 * (1 - accepted.length / all.length),
      'p50 ms': percentile(accepted, 50),
      'p99 ms': percentile(accepted, 99),
    })),
    accepted: (loads[1]?.perSecond ?? 0) / capacity,
    slower: (overloaded ?? Number.NaN) / (normal ?? Number.NaN),
    recoveryMs: Math.max(0, lastRefusal - (ends[1] ?? 0)),
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
async function createMix({ environments }: Usher, pool: Pool): Promise<Request[]> {
  const keys = await createKeys(environments.accounts ?? {}, ORGANIZATIONS)
  const create = async (request: Request) => {
    const { body } = await pool.request(request)
    return (await body.json()) as { id: string }
  }
  const mix = await inParallel(keys, CONCURRENCY, async (key) => {
    const headers = headersOf(key)
    const post = (path: string, body: object): Request => {
      return { method: 'POST', path, headers, body: JSON.stringify(body) }
    }
    const get = (path: string): Request => ({ method: 'GET', path, headers })
    const queue = await create(post('/v1/queues', { name: 'Bench' }))
    const path = `/v1/queues/${queue.id}/guests`
    const requests: Request[] = []
    for (let i = 0; i < GUESTS_EACH; i += 1) {
      const add = post(path, { name: `Guest ${i}`, party_size: (i % 8) + 1 })
      const one = get(`/v1/guests/${(await create(add)).id}`)
      const list = get(`${path}?limit=10`)
      requests.push(add, list, one, list, one)
    }
    return requests
  })
  return Array.from({ length: mix[0]?.length ?? 0 }, (_, i) => mix.map((one) => one[i] as Request)).flat()
}
