import { isDeepStrictEqual } from 'node:util'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { DateTime } from 'luxon'
import type { Entry } from '../../../../../services/booking-platform/src/slots/busy.ts'
import { type Calendar, type Range, sweep } from '../../../../../services/booking-platform/src/slots/sweep.ts'
import { atLeast, below, type Check, type Figure, type Row } from '../../bench.ts'
import { median, percentile } from '../../measure/statistics.ts'

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export const WEEKLY_HOURS = WEEK.map((day) => ({ day, start: '09:00', end: '17:00' }))

const DURATION = 30
const STEP = 15
const DAYS = 60
const BUSY = 200
const SWEEPS = 300
const LUXON_RUNS = 5
const MAX_MS = 2
const MIN_SPEEDUP = 100

/** The period includes a change of New York's clocks. */
const FROM = Date.parse('2026-02-01T05:00:00Z')

const wanted = {
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
  const hours = { time_zone: 'America/New_York', weekly_hours: WEEKLY_HOURS, overrides: [] }
  return { hours, timeOff: [], busy: entries }
}

function timesOf(count: number, work: () => unknown): number[] {
  return Array.from({ length: count }, () => {
    const startedAtMs = performance.now()
    work()
    return performance.now() - startedAtMs
  })
}

/** A row of times in ms. */
export const timesRow = (
  what: string,
  {
    providers,
    days,
    bookings,
  }: { readonly providers: number; readonly days: number; readonly bookings: number },
  ms: readonly number[],
): Row => ({
  what,
  providers: String(providers),
  days: String(days),
  busy: String(bookings),
  'p50 ms': median(ms),
  'p99 ms': percentile(ms, 99),
})

/** How long finding the slots of one provider takes, compared with a search in local times. */
export function measureSweep(): { figures: Figure[]; rows: Row[]; check: Check } {
  const finding = (days: number, bookings: number) => {
    const calendar = calendarWith(bookings, days)
    const range = { from: FROM, to: FROM + days * DAY_MS }
    return { find: () => sweep(calendar, range, wanted), findSlowly: () => luxonPerSlot(calendar, range) }
  }
  const { find, findSlowly } = finding(DAYS, BUSY)
  const found = find().map(({ start }) => start)
  const isEqual = isDeepStrictEqual(found, findSlowly())
  timesOf(SWEEPS, find)
  const [ours, theirs] = [timesOf(SWEEPS, find), timesOf(LUXON_RUNS, findSlowly)]
  const sizes = [
    { days: 30, bookings: 200 },
    { days: DAYS, bookings: 0 },
    { days: DAYS, bookings: BUSY },
    { days: DAYS, bookings: 1_000 },
    { days: DAYS, bookings: 5_000 },
  ]
  return {
    figures: [
      below(`sweep of ${DAYS} days by ${STEP} min, ${BUSY} busy, p50`, median(ours), MAX_MS),
      atLeast('Luxon for every slot : sweep', median(theirs) / median(ours), MIN_SPEEDUP),
    ],
    rows: sizes.map(({ days, bookings }) =>
      timesRow('sweep', { providers: 1, days, bookings }, timesOf(SWEEPS, finding(days, bookings).find)),
    ),
    check: {
      what: `both find the same ${found.length} slots`,
      failures: isEqual ? [] : ['the slots differ'],
    },
  }
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
