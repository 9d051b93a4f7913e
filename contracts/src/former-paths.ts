import type { Deprecation } from './deprecation.ts'
import type { Operation } from './operation.ts'

/** A path that an operation had before. It goes on working until its sunset, and is no part of the documents. */
export interface FormerPath {
  readonly method: Operation['method']
  readonly path: string
  /** The path to use instead. */
  readonly successor: string
  /** Since when it is deprecated, and until when it works at least: days in UTC. */
  readonly deprecated: string
  readonly sunset: string
}

/** Every path that was renamed. */
export const FORMER_PATHS: readonly FormerPath[] = [
  // `/api/bookings/holds` could be read as a booking with the id `holds`.
  {
    method: 'post',
    path: '/api/bookings/holds',
    successor: '/api/booking-holds',
    deprecated: '2026-11-26',
    sunset: '2027-12-01',
  },
  {
    method: 'delete',
    path: '/api/bookings/holds/{id}',
    successor: '/api/booking-holds/{id}',
    deprecated: '2026-11-26',
    sunset: '2027-12-01',
  },
]

/** The former paths of an operation. */
export const formerPathsOf = ({ method, path }: { method: string; path: string }): readonly FormerPath[] =>
  FORMER_PATHS.filter((former) => former.method === method && former.successor === path)

/**
 * What an answer on a former path says of it.
 *
 * @param id decoded path parameter of the request, for the link to the path to use instead
 */
export const formerPathDeprecation = (
  { deprecated, sunset, successor }: FormerPath,
  id: string | undefined,
): Deprecation => ({
  deprecated,
  sunset,
  links: [`<${successor.replace('{id}', () => encodeURIComponent(id ?? ''))}>; rel="successor-version"`],
})
