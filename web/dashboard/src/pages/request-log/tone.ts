import { localTime } from '@usher/contracts/zones'
import { homeZone } from '../../api/home-zone.ts'
import { locale } from '../../language/language.ts'
import type { Tone } from '../../ui/status-badge.tsx'

/** The tone of a status: failures stand out, server errors most. */
export function toneOf(status: number): Tone {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}

const clock = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
  timeZone: 'UTC',
})
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })

/** To the millisecond, with the day where it is not today. */
export function exactTime(at: string, now = new Date()): string {
  const date = localTime(at, homeZone())
  const isToday = day.format(date) === day.format(localTime(now, homeZone()))
  return isToday ? clock.format(date) : `${day.format(date)}, ${clock.format(date)}`
}

/** With as many digits as are meaningful. */
export const durationText = (ms: number): string =>
  ms < 1_000 ? `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`
