import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Place as LinePlace } from '../line/entry.ts'
import { type Estimate, type Forecast, forecast, type Place, type Wait } from '../waits/estimate.ts'
import { lastChange, type Pace } from '../waits/pace.ts'
import { minutesUntilClosing, timeOfWeek } from './opening-hours.ts'
import type { QueueState } from './queue-state.ts'
import { type Turn, turnOf } from './turns.ts'

/** Estimates are for the start of a moment, in ms: all who ask within it, and all replicas, agree. */
export const MOMENT_MS = 5_000

/** Forecasts cached per queue, as of its last event and of each later joining: enough for a page of guests. */
const MAX_KEPT = 128

interface Cached {
  readonly settings: readonly unknown[]
  readonly forecasts: Map<number, Forecast>
}

const cache = new WeakMap<Pace, Cached>()

interface WaitRequest extends Omit<Place, 'firstWaited'> {
  /** Where in the line; absent: at its end. */
  readonly at?: LinePlace
}

/**
 * Wait for a place in the line, from now on, behind those whose turns come before; where bookings are expected, at least
 * until the turn by the rules, as places are kept for them.
 */
export function waitAt(state: QueueState, now: Date, { at, ...place }: WaitRequest): Estimate {
  const asOf = knownUntil(state, now, place.waited)
  const turn = turnOf(state, asOf, at?.id)
  if (!turn) return waitInLine(state, { now, asOf }, place)
  const wait = waitInLine(state, { now, asOf }, { ...place, ahead: turn.ahead })
  const { low, high } = waitUntil(turn, now)
  return {
    ...wait,
    low: Math.max(wait.low, low),
    high: Math.max(wait.high, high),
    median: Math.max(wait.median, low),
  }
}

/** Wait from now on until a turn by the rules. */
export function waitUntil({ p50, p90 }: Turn, now: Date): Wait {
  const minutesTo = (at: number) => Math.max(0, (at - now.getTime()) / MINUTE_MS)
  return { low: Math.round(minutesTo(p50)), high: Math.ceil(minutesTo(p90)) }
}

/** The last event of a queue, or somebody's joining if that was later. @param waited since joining, in minutes */
export const knownUntil = ({ pace }: Pick<QueueState, 'pace'>, now: Date, waited: number): number =>
  Math.min(startOf(now.getTime()), startOf(Math.max(now.getTime() - waited * MINUTE_MS, lastChange(pace))))

/**
 * Wait for a place in the line, from now on. It is estimated as of the last event of the queue, or of joining if that
 * was later; since then it only gets shorter. Costs the same however many wait.
 */
function waitInLine(
  state: QueueState,
  { now, asOf }: { readonly now: Date; readonly asOf: number },
  place: Omit<Place, 'firstWaited'>,
): Estimate {
  const moment = startOf(now.getTime())
  const joined = now.getTime() - place.waited * MINUTE_MS
  const since = state.line.waitingSince()
  // For the start of the moment, too, so that all who ask within it get the same answer.
  const waited = Math.max(0, moment - joined) / MINUTE_MS
  const firstWaited = since === undefined ? undefined : Math.max(0, moment - since) / MINUTE_MS
  return forecastFor(state, asOf, moment).quote({ ...place, waited, firstWaited }, moment)
}

/** Wait of somebody joining now. */
export const waitOfNewcomer = (state: QueueState, now: Date): Estimate =>
  waitAt(state, now, { ahead: state.line.countsAhead(), waited: 0 })

/** How many of a queue's places are believed to be free. */
export const freePlacesOf = (state: QueueState, now: Date): number =>
  forecastOf(state, startOf(now.getTime())).freePlaces()

/** Logarithm of how much longer than usual parties take now. */
export const logSlownessOf = (state: QueueState, now: Date): number =>
  forecastOf(state, startOf(now.getTime())).log_slowness

const startOf = (at: number): number => Math.floor(at / MOMENT_MS) * MOMENT_MS

/** That the queue has closed meanwhile is an event, too: no guest who is still there is told to wait no longer. */
function forecastFor(state: QueueState, asOf: number, moment: number): Forecast {
  const made = forecastOf(state, asOf)
  const closed = startOf(made.closesAt)
  return closed > asOf && closed <= moment ? forecastOf(state, closed) : made
}

/** The forecast as of the start of a moment. */
function forecastOf({ queue, pace }: QueueState, asOf: number): Forecast {
  const { servers, service_minutes, opening_hours, opening_exceptions, timezone } = queue
  const settings = [servers, service_minutes, opening_hours, opening_exceptions, timezone]
  const forecasts = forecastsOf(pace, settings)
  const cached = forecasts.get(asOf)
  if (cached) return cached
  const at = new Date(asOf)
  const made = forecast(pace, {
    now: asOf,
    ...timeOfWeek(timezone, at),
    lanes: servers,
    serviceMinutes: service_minutes,
    closesIn: minutesUntilClosing(queue, at),
  })
  for (const oldest of forecasts.keys()) {
    if (forecasts.size < MAX_KEPT) break
    forecasts.delete(oldest)
  }
  forecasts.set(asOf, made)
  return made
}

function forecastsOf(pace: Pace, settings: readonly unknown[]): Cached['forecasts'] {
  const cached = cache.get(pace)
  if (cached && settings.every((one, i) => one === cached.settings[i])) return cached.forecasts
  const forecasts = new Map<number, Forecast>()
  cache.set(pace, { settings, forecasts })
  return forecasts
}
