import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { inParallel } from '@usher/test-kit'
import { DateTime } from 'luxon'
import type { Entry } from '../../../../services/booking-platform/src/slots/busy.ts'
import { type Calendar, type Range, sweep } from '../../../../services/booking-platform/src/slots/sweep.ts'
import { atLeast, type Bench, type Benchmark, below, type Row } from '../bench.ts'
import { CONCURRENCY } from '../client.ts'
import { availabilityPath } from '../hot-paths.ts'
import { createSender, type Headers, sendAtFixedTimes } from '../measure/load.ts'
import { median, percentile } from '../measure/statistics.ts'
import { startUsher, type Usher } from '../usher.ts'

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const WEEKLY_HOURS = WEEK.map((day) => ({ day, start: '09:00', end: '17:00' }))
const TIME_ZONE = 'America/New_York'

const DURATION = 30
const STEP = 15
const SWEEPS = 300
const LUXON_RUNS = 5
/** The period includes a change of New York's clocks. */
const FROM = Date.parse('2026-02-01T05:00:00Z')

const PER_SECOND = 50
const WARM_UPS = 10

interface Load {
  readonly providers: number
  readonly days: number
  readonly bookings: number
  readonly isTarget?: true
  /** Whether times are held and released all the while, so that hardly any response can come from the cache. */
  readonly hasWrites?: true
  readonly step?: number
}

const SWEEP_LOADS: readonly Load[] = [
  { providers: 1, days: 60, bookings: 200, isTarget: true },
  { providers: 1, days: 30, bookings: 200 },
  { providers: 1, days: 60, bookings: 0 },
  { providers: 1, days: 60, bookings: 1_000 },
  { providers: 1, days: 60, bookings: 5_000 },
]

const ENDPOINT_LOADS: readonly Load[] = [
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
    const sweeps = measureSweeps()
    const usher = await startUsher(bench, cleanup)
    const headers = await usher.client.tokenHeaders()
    const rows: Row[] = [...sweeps.rows]
    const figures = [...sweeps.figures]
    for (const load of ENDPOINT_LOADS) {
      const { providers, days, bookings } = load
      bench.log(`  ${providers} providers, ${days} days, ${bookings} bookings`)
      const ms = await measureEndpoint(bench, usher, headers, load)
      rows.push(rowOf(load.hasWrites ? 'endpoint, written to' : 'endpoint', load, ms))
      const what = `GET /api/availability, ${providers} providers, ${days} days, ${PER_SECOND}/s, p99`
      if (load.isTarget) figures.push(below(what, percentile(ms, 99), 50))
    }
    return { tables: [{ title: 'Times to find free times', rows }], figures, checks: [sweeps.check] }
  },
}

const rowOf = (what: string, { providers, days, bookings }: Load, ms: readonly number[]): Row => ({
  what,
  providers: String(providers),
  days: String(days),
  busy: String(bookings),
  'p50 ms': median(ms),
  'p99 ms': percentile(ms, 99),
})

function measureSweeps() {
  const times = SWEEP_LOADS.map(({ days, bookings }) => {
    const calendar = calendarWith(bookings, days)
    const range = { from: FROM, to: FROM + days * DAY_MS }
    const find = () => sweep(calendar, range, WANTED)
    // The first warm up.
    timesOf(SWEEPS, find)
    return { calendar, range, find, ms: timesOf(SWEEPS, find) }
  })
  const [target] = times
  const findSlowly = () => (target ? luxonPerSlot(target.calendar, target.range) : [])
  const found = target?.find().map(({ start }) => start) ?? []
  const ms = median(target?.ms ?? [])
  return {
    rows: SWEEP_LOADS.map((load, i) => rowOf('sweep', load, times[i]?.ms ?? [])),
    figures: [
      below(`sweep of 60 days by ${STEP} min, 200 busy, p50`, ms, 2),
      atLeast('Luxon for every slot : sweep', median(timesOf(LUXON_RUNS, findSlowly)) / ms, 100),
    ],
    check: {
      what: `both find the same ${found.length} slots`,
      failures: isDeepStrictEqual(found, findSlowly()) ? [] : ['the slots differ'],
    },
  }
}

const WANTED = {
  type: 'svt',
  duration: DURATION * MINUTE_MS,
  step: STEP * MINUTE_MS,
  bufferBefore: 0,
  bufferAfter: 0,
  capacity: 1,
  seats: 1,
}

/** Works from nine to five, with this many appointments spread evenly. */
function calendarWith(busy: number, days: number): Calendar {
  const entries = Array.from({ length: busy }, (_, i): Entry => {
    const start = FROM + Math.floor((i * days * DAY_MS) / busy / (5 * MINUTE_MS)) * 5 * MINUTE_MS
    const end = start + 45 * MINUTE_MS
    const buffered = { bufferedStart: start, bufferedEnd: end }
    return { by: `bk_${i}`, type: 'other', start, end, ...buffered, seats: 1, expires: null }
  })
  const hours = { time_zone: TIME_ZONE, weekly_hours: WEEKLY_HOURS, overrides: [] }
  return { hours, timeOff: [], busy: entries }
}

function timesOf(count: number, work: () => unknown): number[] {
  return Array.from({ length: count }, () => {
    const startedAtMs = performance.now()
    work()
    return performance.now() - startedAtMs
  })
}

/**
 * The way of a booking engine that computes in local times: it creates every slot of every window as a zoned date and
 * compares it with everything that is taken. Returns the same starts for services without buffers and seats.
 */
function luxonPerSlot({ hours, busy }: Calendar, range: Range): number[] {
  const starts: number[] = []
  const zone = hours.time_zone
  const taken = busy.map(({ start, end }) => ({
    start: DateTime.fromMillis(start, { zone }),
    end: DateTime.fromMillis(end, { zone }),
  }))
  let day = DateTime.fromMillis(range.from, { zone }).startOf('day')
  for (; day.toMillis() < range.to; day = day.plus({ days: 1 })) {
    const weekday = day.setLocale('en').weekdayLong?.toLowerCase()
    for (const { start, end } of hours.weekly_hours.filter((window) => window.day === weekday)) {
      const close = at(day, end)
      let slot = at(day, start)
      while (slot.plus({ minutes: DURATION }) <= close) {
        const until = slot.plus({ minutes: DURATION })
        const isInRange = slot.toMillis() >= range.from && slot.toMillis() < range.to
        if (isInRange && !taken.some((entry) => entry.start < until && entry.end > slot))
          starts.push(slot.toMillis())
        slot = slot.plus({ minutes: STEP })
      }
    }
  }
  return starts
}

function at(day: DateTime, time: string): DateTime {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return day.set({ hour, minute })
}

/** Latencies in ms of requests to the gateway at a fixed rate, from when each was due. */
async function measureEndpoint({ seconds, signal }: Bench, usher: Usher, headers: Headers, load: Load) {
  await using cleanup = new AsyncDisposableStack()
  const path = await fill(usher, headers, load)
  if (load.hasWrites) await holdOften(usher, headers, path, cleanup)
  const compressed = { ...headers, 'accept-encoding': 'gzip' }
  const send = createSender(usher.url, [{ method: 'GET', path, headers: compressed }], cleanup)
  const find = async (dueMs: number): Promise<number> => {
    const { status, ms } = await send(dueMs)
    if (status !== 200) throw new Error(`${path}: ${status}`)
    return ms
  }
  for (let i = 0; i < WARM_UPS; i += 1) await find(performance.now())
  return await sendAtFixedTimes({ perSecond: PER_SECOND, count: seconds * PER_SECOND, signal }, find)
}

interface FreeTimes {
  readonly data: readonly { readonly start: string }[]
}

/** Creates providers and bookings; returns the path of a request for all free times. */
async function fill({ client }: Usher, headers: Headers, load: Load): Promise<string> {
  const create = (path: string, body: object) => client.send<{ id: string }>('POST', path, body, headers)
  const provider = { name: 'Grace', timezone: TIME_ZONE, weekly_hours: WEEKLY_HOURS }
  const providers = await inParallel(Array.from({ length: load.providers }), CONCURRENCY, () =>
    create('/api/providers', provider),
  )
  const provider_ids = providers.map(({ id }) => id)
  const { step = STEP } = load
  const type = {
    name: 'Cut',
    duration_minutes: DURATION,
    slot_step_minutes: step,
    horizon_days: 90,
    provider_ids,
  }
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

/** Holds the last free time and releases it, over and over, once per measured request. */
async function holdOften({ client }: Usher, headers: Headers, path: string, cleanup: AsyncDisposableStack) {
  const { data } = await client.send<FreeTimes>('GET', path, undefined, headers)
  const service_type_id = new URLSearchParams(path.split('?')[1]).get('service_type_id')
  const body = { service_type_id, start: data.at(-1)?.start, minutes: 5 }
  let isOver = false
  const hold = async () => {
    while (!isOver) {
      const { id } = await client.send<{ id: string }>('POST', '/api/booking-holds', body, headers)
      await delay(1000 / PER_SECOND)
      await client.send('DELETE', `/api/booking-holds/${id}`, undefined, headers)
      await delay(1000 / PER_SECOND)
    }
  }
  const held = hold()
  cleanup.defer(async () => {
    isOver = true
    await held
  })
}
