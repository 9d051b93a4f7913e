import { MINUTE_MS } from '@usher/service-kit/durations'
import { type Estimate, type Forecast, forecast, type Place } from '../waits/estimate.ts'
import { lastChange, type Pace } from '../waits/pace.ts'
import { minutesUntilClosing, timeOfWeek } from './opening-hours.ts'
import type { QueueState } from './queue-state.ts'

/** Estimates are for the start of a moment, in ms: all who ask within it, and all replicas, agree. */
const MOMENT_MS = 5_000

/** Forecasts kept of a queue: those made when its pace changed, and when those who joined since did. */
const MAX_KEPT = 32

interface Kept {
  readonly settings: readonly unknown[]
  readonly forecasts: Map<number, Forecast>
}

const kept = new WeakMap<Pace, Kept>()

/**
 * Wait for a place in the line, from now on. All that was known when something last happened counts; from then on
 * the guest's number only gets smaller. Costs the same however many wait.
 */
export function waitAt(state: QueueState, now: Date, place: Omit<Place, 'firstWaited'>): Estimate {
  const moment = startOf(now.getTime())
  const joined = now.getTime() - place.waited * MINUTE_MS
  const known = Math.min(moment, startOf(Math.max(joined, lastChange(state.pace))))
  const since = state.line.waitingSince()
  // As of the moment, too: what is known of the time before must not depend on when within it somebody asks.
  const waited = Math.max(0, moment - joined) / MINUTE_MS
  const firstWaited = since === undefined ? undefined : Math.max(0, moment - since) / MINUTE_MS
  return forecastOf(state, known).quote({ ...place, waited, firstWaited }, moment)
}

/** Wait of somebody joining now. */
export const waitOfNewcomer = (state: QueueState, now: Date): Estimate =>
  waitAt(state, now, { ahead: state.line.countsAhead(), waited: 0 })

/** How many of a queue's places are believed to be free. */
export const freePlacesOf = (state: QueueState, now: Date): number =>
  forecastOf(state, startOf(now.getTime())).freePlaces()

const startOf = (at: number): number => Math.floor(at / MOMENT_MS) * MOMENT_MS

/** What is expected of a queue by all that was known at the start of a moment. */
function forecastOf({ queue, pace }: QueueState, known: number): Forecast {
  const { servers, service_minutes, opening_hours, opening_exceptions, timezone } = queue
  const settings = [servers, service_minutes, opening_hours, opening_exceptions, timezone]
  const forecasts = forecastsOf(pace, settings)
  const before = forecasts.get(known)
  if (before) return before
  const at = new Date(known)
  const made = forecast(pace, {
    now: known,
    ...timeOfWeek(timezone, at),
    lanes: servers,
    serviceMinutes: service_minutes,
    closesIn: minutesUntilClosing(queue, at),
  })
  for (const oldest of forecasts.keys()) {
    if (forecasts.size < MAX_KEPT) break
    forecasts.delete(oldest)
  }
  forecasts.set(known, made)
  return made
}

function forecastsOf(pace: Pace, settings: readonly unknown[]): Kept['forecasts'] {
  const known = kept.get(pace)
  if (known && settings.every((one, i) => one === known.settings[i])) return known.forecasts
  const forecasts = new Map<number, Forecast>()
  kept.set(pace, { settings, forecasts })
  return forecasts
}
