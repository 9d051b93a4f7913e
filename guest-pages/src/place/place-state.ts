import type { OwnPlace } from '@usher/contracts'

/**
 * The state that the page was rendered with, apart from position and wait: the script updates those in place
 * and reloads the page when any of this changes. Keep in step with `guest.js`.
 */
export const placeState = (place: OwnPlace): string =>
  JSON.stringify([
    place.status,
    place.name,
    place.party_size,
    place.notified_at,
    place.arrived_at,
    place.away_until,
    place.place_change?.at,
    place.locale,
    place.queue.name,
    place.queue.status,
    place.queue.pause_reason,
  ])
