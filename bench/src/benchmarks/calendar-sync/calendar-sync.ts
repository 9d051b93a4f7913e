import { readFile } from 'node:fs/promises'
import { type Benchmark, type Check, type Outcome, type Row, took } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { countIn, openDatabase } from '../../database-store.ts'
import { until } from '../../until.ts'
import { ACCOUNT, CALENDAR_DATABASE, type CalendarService, startCalendarService } from './calendar-service.ts'

const EVENTS = 10_000
const HALF_HOUR_MS = 1_800_000
const FIRST_SYNC_MS = 300_000

/** The cost of the first sync of a full calendar, and of the next one when nothing has changed. */
export const calendarSync: Benchmark = {
  name: 'calendar-sync',
  title: `calendar sync alone, beside a local Google: a calendar of ${EVENTS} events`,
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  await using cleanup = new AsyncDisposableStack()
  const service = await startCalendarService(bench, cleanup)
  fill(service)
  bench.log('  first sync')
  const first = await measured(service, 'first sync', async () => {
    await service.connect()
    const isSynced = async () => (await service.connections()).some(({ synced_at }) => synced_at !== null)
    const what = 'the first sync is over'
    await until(isSynced, { what, timeoutMs: FIRST_SYNC_MS, signal: bench.signal })
  })
  // The sync started by connecting may still be running.
  await service.sync()
  bench.log('  nothing changed')
  const next = await measured(service, 'nothing changed', () => service.sync())
  return {
    series: [],
    figures: [took('first sync', Number(first.ms)), took('nothing changed', Number(next.ms))],
    rows: [first, next],
    checks: [await allKept(bench, cleanup), oneRequest(next)],
  }
}

/** Half-hour events with half-hour gaps, from tomorrow on. */
function fill({ google }: CalendarService): void {
  const tomorrow = Date.now() + 48 * HALF_HOUR_MS
  const user = google.events(ACCOUNT)
  for (let i = 0; i < EVENTS; i += 1) {
    const at = (half: number) => ({ dateTime: new Date(tomorrow + half * HALF_HOUR_MS).toISOString() })
    user.insert({ summary: `Event ${i}`, start: at(2 * i), end: at(2 * i + 1) })
  }
}

async function measured(
  { google, pid }: CalendarService,
  what: string,
  work: () => Promise<unknown>,
): Promise<Row> {
  const before = await memoryMb(pid, 'VmRSS')
  google.requests.clear()
  const begun = performance.now()
  await work()
  const ms = performance.now() - begun
  const requests = google.requests.requests.length
  return { what, requests, ms, 'MB before': before, 'MB at most so far': await memoryMb(pid, 'VmHWM') }
}

/** Resident memory of a process, now or at its peak (proc(5)); NaN without `/proc`. */
async function memoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1_024
}

async function allKept({ servers }: Bench, cleanup: AsyncDisposableStack): Promise<Check> {
  const database = await openDatabase(servers.mongo.url, CALENDAR_DATABASE, cleanup)
  const kept = await countIn(database, 'busy')
  return {
    what: 'the time of every event is taken',
    failures: kept === EVENTS ? [] : [`${kept} of ${EVENTS} are`],
  }
}

const oneRequest = ({ requests }: Row): Check => ({
  what: 'where nothing has changed, a sync is one request',
  failures: requests === 1 ? [] : [`it was ${requests}`],
})
