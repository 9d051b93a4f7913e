import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS } from '@usher/service-kit/durations'
import { inParallel } from '@usher/test-kit'
import { type Bench, type Benchmark, below, type Figure, type Row } from '../../bench.ts'
import { CONCURRENCY } from '../../client.ts'
import { availabilityPath } from '../../hot-paths.ts'
import { createSender, type Headers, sendAtFixedTimes } from '../../measure/load.ts'
import { percentile } from '../../measure/statistics.ts'
import { startUsher, type Usher } from '../../usher.ts'
import { measureSweep, timesRow, WEEKLY_HOURS } from './sweep-speed.ts'

const PER_SECOND = 50
const MAX_MS = 50
const WARM_UPS = 10

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
  async run(bench, cleanup) {
    const sweep = measureSweep()
    const usher = await startUsher(bench, cleanup)
    const endpoint = await measureEndpoint(bench, usher)
    return {
      tables: [{ title: 'Times to find free times', rows: [...sweep.rows, ...endpoint.rows] }],
      figures: [...sweep.figures, ...endpoint.figures],
      checks: [sweep.check],
    }
  },
}

/** How long clients of the gateway wait for free times, with and without cached responses. */
async function measureEndpoint(bench: Bench, usher: Usher): Promise<{ figures: Figure[]; rows: Row[] }> {
  const headers = await usher.client.tokenHeaders()
  const figures: Figure[] = []
  const rows: Row[] = []
  for (const load of LOADS) {
    const { providers, days, bookings } = load
    bench.log(`  ${providers} providers, ${days} days, ${bookings} bookings`)
    const path = await fill(usher, headers, load)
    await using _ = load.hasWrites && holdOften(usher, headers, path)
    const ms = await findAtFixedTimes(bench, usher.url, path, headers)
    rows.push(timesRow(load.hasWrites ? 'endpoint, written to' : 'endpoint', load, ms))
    const what = `GET /api/availability, ${providers} providers, ${days} days, ${PER_SECOND}/s, p99`
    if (load.isTarget) figures.push(below(what, percentile(ms, 99), MAX_MS))
  }
  return { figures, rows }
}

interface FreeTimes {
  readonly data: readonly { readonly start: string }[]
}

/** Creates providers and bookings; returns the path of a request for all free times. */
async function fill({ client }: Usher, headers: Headers, load: Load): Promise<string> {
  const create = (path: string, body: object) => client.send<{ id: string }>('POST', path, body, headers)
  const provider = { name: 'Grace', timezone: 'America/New_York', weekly_hours: WEEKLY_HOURS }
  const providers = await inParallel(Array.from({ length: load.providers }), CONCURRENCY, () =>
    create('/api/providers', provider),
  )
  const provider_ids = providers.map(({ id }) => id)
  const { step = 15 } = load
  const type = { name: 'Cut', duration_minutes: 30, slot_step_minutes: step, horizon_days: 90, provider_ids }
  const { id } = await create('/api/service-types', type)
  const path = availabilityPath(id, Math.ceil(Date.now() / DAY_MS) * DAY_MS, load.days)
  const { data } = await client.send<FreeTimes>('GET', path, undefined, headers)
  const every = Math.max(3, Math.floor(data.length / Math.max(1, load.bookings)))
  const starts = data.filter((_, i) => i % every === 0).slice(0, load.bookings)
  await inParallel(starts, CONCURRENCY, ({ start }) =>
    create('/api/bookings', { service_type_id: id, start, customer: { name: 'Ada' } }),
  )
  return path
}

/** Holds the last free time and releases it, repeatedly, once per measured request. */
function holdOften({ client, url }: Usher, headers: Headers, path: string): AsyncDisposable {
  const stop = new AbortController()
  const hold = async () => {
    const { data } = await client.send<FreeTimes>('GET', path, undefined, headers)
    const service_type_id = new URL(path, url).searchParams.get('service_type_id')
    const body = { service_type_id, start: data.at(-1)?.start, minutes: 5 }
    while (!stop.signal.aborted) {
      const { id } = await client.send<{ id: string }>('POST', '/api/booking-holds', body, headers)
      await delay(1000 / PER_SECOND)
      await client.send('DELETE', `/api/booking-holds/${id}`, undefined, headers)
      await delay(1000 / PER_SECOND)
    }
  }
  const held = hold()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await held
    },
  }
}

/** Latencies of requests at a fixed rate, from when each was due. */
async function findAtFixedTimes({ seconds, signal }: Bench, url: string, path: string, headers: Headers) {
  await using cleanup = new AsyncDisposableStack()
  const compressed = { ...headers, 'accept-encoding': 'gzip' }
  const send = createSender(url, [{ method: 'GET', path, headers: compressed }], cleanup)
  const find = async (dueMs: number): Promise<number> => {
    const { status, ms } = await send(dueMs)
    if (status !== 200) throw new Error(`${path}: ${status}`)
    return ms
  }
  for (let i = 0; i < WARM_UPS; i += 1) await find(performance.now())
  return await sendAtFixedTimes({ perSecond: PER_SECOND, count: seconds * PER_SECOND, signal }, find)
}
