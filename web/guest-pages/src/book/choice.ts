import type { BookableService, OnlineBookingPage, OnlineHoldCreate } from '@usher/contracts'
import type { Request } from 'express'
import { type Query, queryOf } from '../visit.ts'

/** What a customer wants to book. */
export interface Choice {
  readonly service: BookableService
  /** In minutes. */
  readonly duration: number
  /** undefined: with anyone. */
  readonly providerId: string | undefined
  readonly seats: number
}

/** Most seats that can be chosen from a list. */
const MAX_SEATS = 20

export const seatsOf = ({ capacity }: BookableService): number => Math.min(capacity, MAX_SEATS)

/** The durations that can be chosen, in minutes. */
export const durationsOf = ({ duration_minutes, duration_options }: BookableService): number[] =>
  [...new Set([duration_minutes, ...duration_options])].sort((a, b) => a - b)

/** The choice in a query; what the service does not offer is left at its default. */
export function choiceIn(req: Pick<Request, 'query'>, service: BookableService): Choice {
  const duration = Number(queryOf(req, 'duration'))
  const seats = Number(queryOf(req, 'seats'))
  return {
    service,
    duration: durationsOf(service).includes(duration) ? duration : service.duration_minutes,
    providerId: service.providers.find(({ id }) => id === queryOf(req, 'with'))?.id,
    seats: Number.isInteger(seats) && seats >= 1 && seats <= seatsOf(service) ? seats : 1,
  }
}

/** Whether the query asks for somebody with whom the service cannot be booked any more. */
export const isProviderGone = (req: Pick<Request, 'query'>, { providerId }: Choice): boolean =>
  queryOf(req, 'with') !== '' && providerId === undefined

/** The choice as a query, without defaults. */
export const queryOfChoice = ({ service, duration, providerId, seats }: Choice): Query => ({
  ...(duration !== service.duration_minutes && { duration: String(duration) }),
  ...(providerId !== undefined && { with: providerId }),
  ...(seats > 1 && { seats: String(seats) }),
})

/** The same for the API. */
export const wantedOf = ({ service, duration, providerId, seats }: Choice): Query => ({
  service_type_id: service.id,
  duration: String(duration),
  seats: String(seats),
  ...(providerId !== undefined && { provider_id: providerId }),
})

export const holdOf = (
  { service, duration, providerId, seats }: Choice,
  start: string,
): OnlineHoldCreate => ({
  service_type_id: service.id,
  start,
  duration_minutes: duration,
  seats,
  ...(providerId !== undefined && { provider_id: providerId }),
})

/** The time zone to show times in: that of the provider; of the organisation if there are several. */
export function zoneOf({ service, providerId }: Choice, page: OnlineBookingPage): string {
  const chosen = service.providers.filter(({ id }) => providerId === undefined || id === providerId)
  const [first, ...others] = new Set(chosen.map(({ timezone }) => timezone))
  return others.length === 0 ? (first ?? page.timezone) : page.timezone
}
