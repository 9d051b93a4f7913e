import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'
import type { OneLine } from './one-line.ts'

const WHYS: Partial<Record<Schemas['LineWhy'], MessageDescriptor>> = {
  booking_due: msg`Booking is due`,
  late_booking: msg`Late booking`,
  backfill: msg`Fits before the next booking`,
  walk_in_share: msg`Turn of those without a booking`,
  early_gap: msg`Early, as a place is free`,
  separate_lines: msg`Turn of the other line`,
  not_here_yet: msg`Not here yet`,
  waits_for_time: msg`Waits for the booked time`,
  came_late: msg`Came late`,
  booking_cancelled: msg`Booking cancelled`,
}

/** What is true now. The rule by which a guest will be called is shown only if none of these applies. */
const STATES: ReadonlySet<Schemas['LineWhy']> = new Set(['not_here_yet', 'waits_for_time', 'came_late'])

/** Short reasons for a place in the line; none for what every board shows. */
export function whyWords(why: readonly Schemas['LineWhy'][]): string[] {
  const states = why.filter((code) => STATES.has(code) || code === 'booking_cancelled')
  const shown = states.some((code) => STATES.has(code)) ? states : why
  return shown.flatMap((code) => {
    const words = WHYS[code]
    return words ? i18n._(words) : []
  })
}

/** Reasons for the places of guests with a booking and of the next one, by guest id. */
export const whysOf = (line: OneLine | undefined): ReadonlyMap<string, string> =>
  new Map(
    line?.data.flatMap(({ guest_id, booking_id, why }) =>
      guest_id !== null && (booking_id !== null || guest_id === line.next?.guest_id)
        ? // The row already shows that a booking was cancelled.
          [[guest_id, whyWords(why.filter((code) => code !== 'booking_cancelled')).join(', ')] as const]
        : [],
    ),
  )

/** Text for a call by a clause of the rules; undefined for the usual order. */
export function calledWords(name: string, clause: Schemas['LineClause']): string | undefined {
  const [reason] = whyWords([clause])
  return reason && t`${name} was called: ${reason}`
}
