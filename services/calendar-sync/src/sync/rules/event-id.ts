import { createHash } from 'node:crypto'

/** Google requires lower-case base32hex without padding (RFC 4648 §7; Calendar API, events.insert, `id`). */
const BASE32HEX = '0123456789abcdefghijklmnopqrstuv'
const BITS = 5

export interface EventIdentity {
  /** This deployment: two of them may write to the same calendar. */
  readonly env: string
  readonly bookingId: string
  readonly calendarId: string
  /** Grows when the previous id cannot be used again: Google keeps those of deleted events. */
  readonly generation: number
}

/** The id of a booking's event, always the same, so that creating it twice makes one event. */
export function eventIdOf({ env, bookingId, calendarId, generation }: EventIdentity): string {
  const name = [env, bookingId, calendarId, generation].join('|')
  const bits = [...createHash('sha256').update(name).digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  const groups = bits.match(new RegExp(`.{1,${BITS}}`, 'g')) ?? []
  return groups.map((group) => BASE32HEX[Number.parseInt(group.padEnd(BITS, '0'), 2)]).join('')
}
