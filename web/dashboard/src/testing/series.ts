import type { Schemas } from '../api/client.ts'
import { BOOKING } from './samples.ts'

const SERIES_ID = 'ser_01h455vb4pex5vsknk084sn020'
const WEEK_MS = 7 * 86_400_000

/** Weekly bookings of a series, the first of them in a week. */
export const weeklyBookings = (count: number): Schemas['Booking'][] =>
  Array.from({ length: count }, (_, index) => {
    const start = Date.now() + (index + 1) * WEEK_MS
    return {
      ...BOOKING,
      id: `bk_01h455vb4pex5vsknk084sn02${index}`,
      start: new Date(start).toISOString(),
      end: new Date(start + 1_800_000).toISOString(),
      series: { id: SERIES_ID, number: index + 1, count },
    }
  })

/** The series of some bookings. */
export const seriesOf = (all: readonly Schemas['Booking'][]) => ({
  ...{ id: SERIES_ID, recurrence: 'FREQ=WEEKLY;COUNT=4', timezone: 'Europe/Berlin' },
  ...{ bookings: [...all], clashes: [], created_at: BOOKING.created_at },
})
