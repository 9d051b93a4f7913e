import type { Choice } from './choice.ts'
import type { Sides } from './sides.ts'

/**
 * The choice while bookings may have changed without the queue having heard of it: by arrival, and nobody ahead of a
 * booking whose time has come, as its customer may be there.
 */
export function chooseWhenStale({ due, walkIns, early, missing }: Sides): Choice {
  if (due[0]) return { start: due[0], clause: 'booking_due' }
  const next = walkIns[0] ?? early[0]
  if (!next) return undefined
  if (missing) return { keptFor: missing }
  return { start: next, clause: walkIns[0] ? 'arrival' : 'early_gap' }
}
