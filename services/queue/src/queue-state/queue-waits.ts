import { type Estimate, type Forecast, forecast, type Place } from '../waits/estimate.ts'
import type { Pace } from '../waits/pace.ts'
import { hourOfWeek, minutesUntilClosing } from './opening-hours.ts'
import type { QueueState } from './queue-state.ts'

/** Estimates change so slowly that those of one moment may serve so many milliseconds. */
const MOMENT_MS = 5_000

interface Kept {
  readonly moment: number
  readonly settings: readonly unknown[]
  readonly forecast: Forecast
}

const kept = new WeakMap<Pace, Kept>()

/** Wait of a place in the line, from now on. Costs the same however many wait. */
export const waitAt = (state: QueueState, now: Date, place: Place): Estimate =>
  forecastOf(state, now).quote(place)

/** Wait of somebody who would join now. */
export const waitOfNewcomer = (state: QueueState, now: Date): Estimate =>
  waitAt(state, now, { ahead: state.line.countsAhead(), waited: 0 })

/** The forecast for a queue at a moment, made once for all guests of a page and all who join meanwhile. */
function forecastOf({ queue, pace }: QueueState, now: Date): Forecast {
  const moment = Math.floor(now.getTime() / MOMENT_MS) * MOMENT_MS
  const { servers, service_minutes, opening_hours, opening_exceptions, timezone } = queue
  const settings = [servers, service_minutes, opening_hours, opening_exceptions, timezone]
  const known = kept.get(pace)
  if (known?.moment === moment && settings.every((one, i) => one === known.settings[i])) return known.forecast
  const made = forecast(pace, {
    now: now.getTime(),
    hour: hourOfWeek(timezone, now),
    lanes: servers,
    serviceMinutes: service_minutes,
    closesIn: minutesUntilClosing(queue, now),
  })
  kept.set(pace, { moment, settings, forecast: made })
  return made
}
