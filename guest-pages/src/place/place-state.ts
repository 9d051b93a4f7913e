import type { OwnPlace } from '@usher/contracts'

/**
 * What of a place the page was made with, apart from position and wait: the script brings those up to date by itself,
 * and loads the page anew when anything of this is different. It says the same in `guest.js`.
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
