import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'

/** When everything of an example happens. */
export const THEN = Date.parse('2026-12-01T09:00:00Z')

/** Times at whole steps are chosen by people: they keep their time of day. */
const STEP_MS = 5 * MINUTE_MS
/** Further away, a time was written down by somebody and has nothing to do with this run. */
const NEAR_MS = 500 * DAY_MS

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
/** RFC 5545 §3.3.5. */
const CALENDAR_TIME = /\b(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/g
const DATE = /\b\d{4}-\d\d-\d\d(?![\dT])/g

/** A text with its times as far from {@link THEN} as they are from now. */
export const withTimesThen = (text: string, now: number): string =>
  text
    .replace(TIME, (time) => timeThen(time, now))
    .replace(CALENDAR_TIME, (_, ...[y, mo, d, h, mi, s]) =>
      timeThen(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`, now).replaceAll(/[-:]/g, ''),
    )
    .replace(DATE, (date) => timeThen(`${date}T00:00:00Z`, now).slice(0, 10))

/** Times that somebody chose move by whole days. */
function timeThen(time: string, now: number): string {
  const at = Date.parse(time)
  if (Math.abs(at - now) > NEAR_MS) return time
  const isChosen = at % STEP_MS === 0
  const days = Math.floor(THEN / DAY_MS) - Math.floor(now / DAY_MS)
  const moved = isChosen ? at + days * DAY_MS : THEN + Math.round((at - now) / 1_000) * 1_000
  const settled = new Date(moved).toISOString()
  return time.includes('.') ? settled : settled.replace('.000', '')
}
