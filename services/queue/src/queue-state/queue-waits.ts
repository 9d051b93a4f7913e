import { type Estimate, type Forecast, forecast, type Place } from '../waits/estimate.ts'
import type { Pace } from '../waits/pace.ts'
import { minutesUntilClosing, timeOfWeek } from './opening-hours.ts'
import type { QueueState } from './queue-state.ts'

/** How long an estimate may be reused, in ms: estimates change slowly. */
const MOMENT_MS = 5_000

interface Kept {
  readonly moment: number
  readonly settings: readonly unknown[]
  readonly forecast: Forecast
}

const kept = new WeakMap<Pace, Kept>()

/** Wait for a place in the line, from now on. Costs the same however many wait. */
export const waitAt = (state: QueueState, now: Date, place: Place): Estimate =>
  forecastOf(state, now).quote(place)

/** Wait of somebody joining now. */
export const waitOfNewcomer = (state: QueueState, now: Date): Estimate =>
  waitAt(state, now, { ahead: state.line.countsAhead(), waited: 0 })

/** How many of a queue's places are believed to be free. */
export const freePlacesOf = (state: QueueState, now: Date): number => forecastOf(state, now).freePlaces()

/** The forecast for a queue at a moment, shared by all guests of a page and all who join meanwhile. */
function forecastOf({ queue, pace }: QueueState, now: Date): Forecast {
  const moment = Math.floor(now.getTime() / MOMENT_MS) * MOMENT_MS
  const { servers, service_minutes, opening_hours, opening_exceptions, timezone } = queue
  const settings = [servers, service_minutes, opening_hours, opening_exceptions, timezone]
  const known = kept.get(pace)
  if (known?.moment === moment && settings.every((one, i) => one === known.settings[i])) return known.forecast
  const made = forecast(pace, {
    // The start of the moment: replicas then agree.
    now: moment,
    ...timeOfWeek(timezone, now),
    lanes: servers,
    serviceMinutes: service_minutes,
    closesIn: minutesUntilClosing(queue, now),
  })
  kept.set(pace, { moment, settings, forecast: made })
  return made
}
