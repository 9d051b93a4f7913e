import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS } from '@usher/service-kit/durations'
import { Pool } from 'undici'
import { type Benchmark, below, type Figure, type Row } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { inParallel } from '../../in-parallel.ts'
import { median, percentile } from '../../measure/statistics.ts'
import { startUsher, type Usher } from '../../usher.ts'
import { measureSweep } from './sweep-speed.ts'

const PER_SECOND = 50
const MAX_MS = 50
const CONNECTIONS = 32
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const BOOKED_AT_ONCE = 8

interface Load {
  readonly providers: number
  readonly days: number
  readonly bookings: number
  /** Whether it has a target. */
  readonly isTarget?: true
  /** Whether times are held and released all the while, so that hardly any response can come from the cache. */
  readonly hasWrites?: true
  /** Minutes between starts; 15 by default. */
  readonly step?: number
}

const LOADS: readonly Load[] = [
  { providers: 1, days: 60, bookings: 0 },
  { providers: 1, days: 60, bookings: 200, isTarget: true },
  { providers: 10, days: 7, bookings: 200 },
  { providers: 50, days: 7, bookings: 200, isTarget: true },
  { providers: 50, days: 14, bookings: 400 },
  { providers: 1, days: 60, bookings: 200, hasWrites: true },
  { providers: 50, days: 7, bookings: 200, hasWrites: true },
  // At 15 minutes this would exceed the limit of one request.
  { providers: 50, days: 60, bookings: 400, step: 30 },
  { providers: 50, days: 60, bookings: 400, step: 30, hasWrites: true },
]

/** Checks that free times are found fast, and stay fast as providers, days and bookings grow. */
export const availability: Benchmark = {
  name: 'availability',
  title: 'free times: the sweep against Luxon for every slot, and the endpoint at 50 requests/s',
  async run(bench) {
    const sweep = measureSweep()
    const endpoint = await measureEndpoint(bench)
    return {
      series: [],
      figures: [...sweep.figures, ...endpoint.figures],
      checks: [sweep.check],
      tables: [{ title: 'Times to find free times', rows: [...sweep.rows, ...endpoint.rows] }],
    }
  },
}

/** How long clients of the gateway wait for free times, with and without cached responses. */
async function measureEndpoint(bench: Bench): Promise<{ figures: Figure[]; rows: Row[] }> {
  await using usher = await startUsher(bench)
  const headers = await usher.partnerHeaders()
  const figures: Figure[] = []
  const rows: Row[] = []
  for (const load of LOADS) {
    const { providers, days, bookings } = load
    bench.log(`  ${providers} providers, ${days} days, ${bookings} bookings`)
    const path = await fill(usher, headers, load)
    await using _ = load.hasWrites && writeOften(usher, headers, path)
    const { ms, bytes } = await askAtRate(bench, usher.url + path, headers)
    const p99 = percentile(ms, 99)
    rows.push({
      what: load.hasWrites ? 'endpoint, written to' : 'endpoint',
      ...{ providers: String(providers), days: String(days), busy: String(bookings) },
      ...{ 'kB an answer': String(Math.round(bytes / 1000)), 'p50 ms': median(ms), 'p99 ms': p99 },
    })
    if (load.isTarget) {
      const what = `GET /api/availability, ${providers} providers, ${days} days, ${PER_SECOND}/s, p99`
      figures.push(below(what, p99, MAX_MS))
    }
  }
  return { figures, rows }
}

/** Creates providers and bookings; returns the path that asks for all free times. */
async function fill(usher: Usher, headers: Readonly<Record<string, string>>, load: Load): Promise<string> {
  const weekly_hours = WEEK.map((day) => ({ day, start: '09:00', end: '17:00' }))
  const provider = { name: 'Grace', timezone: 'America/New_York', weekly_hours }
  const ask = (method: string, path: string, body?: object) => usher.call(method, path, body, headers)
  const made = await inParallel(Array.from({ length: load.providers }), BOOKED_AT_ONCE, () =>
    ask('POST', '/api/providers', provider),
  )
  const provider_ids = made.map(({ id }: { id: string }) => id)
  const { step = 15 } = load
  const type = { name: 'Cut', duration_minutes: 30, slot_step_minutes: step, horizon_days: 90, provider_ids }
  const { id } = await ask('POST', '/api/service-types', type)
  const from = Math.ceil(Date.now() / DAY_MS) * DAY_MS
  const to = from + load.days * DAY_MS
  const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`
  const path = `/api/availability?service_type_id=${id}&${range}`
  const { data } = await ask('GET', path)
  const every = Math.max(3, Math.floor(data.length / Math.max(1, load.bookings)))
  const starts = data.filter((_: unknown, i: number) => i % every === 0).slice(0, load.bookings)
  await inParallel(starts as { start: string }[], BOOKED_AT_ONCE, ({ start }) =>
    ask('POST', '/api/bookings', { service_type_id: id, start, customer: { name: 'Ada' } }),
  )
  return path
}

/** Holds the last free time and releases it, repeatedly, once per measured request. */
function writeOften(usher: Usher, headers: Readonly<Record<string, string>>, path: string): AsyncDisposable {
  const stop = new AbortController()
  const write = async () => {
    const { data } = await usher.call('GET', path, undefined, headers)
    const service_type_id = new URL(path, usher.url).searchParams.get('service_type_id')
    const body = { service_type_id, start: data.at(-1).start, minutes: 5 }
    while (!stop.signal.aborted) {
      const { id } = await usher.call('POST', '/api/booking-holds', body, headers)
      await delay(1000 / PER_SECOND)
      await usher.call('DELETE', `/api/booking-holds/${id}`, undefined, headers)
      await delay(1000 / PER_SECOND)
    }
  }
  const written = write()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await written
    },
  }
}

/**
 * Sends requests at a fixed rate; measures latency from when each was due. The compressed body is read and dropped: a
 * client that unpacks it spends more time collecting garbage than the answer took.
 */
async function askAtRate({ seconds, signal }: Bench, url: string, headers: Readonly<Record<string, string>>) {
  const { origin, pathname, search } = new URL(url)
  await using cleanup = new AsyncDisposableStack()
  const pool = cleanup.adopt(new Pool(origin, { connections: CONNECTIONS }), (one) => one.destroy())
  const request = {
    path: pathname + search,
    method: 'GET',
    headers: { ...headers, 'accept-encoding': 'gzip' },
  }
  const ask = async (dueAtMs: number): Promise<number> => {
    const { statusCode, body } = await pool.request(request)
    for await (const _ of body);
    if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`)
    return performance.now() - dueAtMs
  }
  for (let i = 0; i < 10; i += 1) await ask(performance.now())
  const startedAtMs = performance.now()
  const under: Promise<number>[] = []
  for (let i = 0; i < seconds * PER_SECOND; i += 1) {
    const dueAtMs = startedAtMs + (i * 1000) / PER_SECOND
    await delay(Math.max(0, dueAtMs - performance.now()), undefined, { signal })
    under.push(ask(dueAtMs))
  }
  const plain = await fetch(url, { headers })
  return { ms: await Promise.all(under), bytes: (await plain.arrayBuffer()).byteLength }
}
