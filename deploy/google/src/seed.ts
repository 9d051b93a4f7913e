import { DateTime } from 'luxon'
import type { Controls } from './controls.ts'

const EMAIL = 'robin@local-google.test'

/** Creates a demo account with two calendars and a few upcoming events. */
export function seedDemo(google: Controls, now: Date, timeZone = 'Europe/Berlin'): void {
  if (google.accounts.length > 0) return
  google.createAccount(EMAIL, { name: 'Robin Demo', timeZone })
  const family = google.createCalendar(EMAIL, { summary: 'Family', timeZone })
  const today = DateTime.fromJSDate(now, { zone: timeZone }).startOf('day')
  const at = (days: number, hour: number) => ({
    dateTime: today.plus({ days }).set({ hour }).toISO() ?? '',
    timeZone,
  })
  const own = google.events(EMAIL)
  own.insert({ summary: 'Dentist', start: at(1, 10), end: at(1, 11) })
  own.insert({
    summary: 'Team meeting',
    start: at(2, 9),
    end: at(2, 10),
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=8'],
  })
  own.insert({ summary: 'Tax papers', start: at(3, 14), end: at(3, 15), transparency: 'transparent' })
  google.events(family, EMAIL).insert({ summary: 'School play', start: at(2, 17), end: at(2, 19) })
}
