import { t } from '@lingui/core/macro'
import { localDate, localTime } from '@usher/contracts/zones'
import type { Guest } from './line.ts'

/** Time in which leaving can be taken back, in ms (`undo` of the API). */
const UNDO_MS = 30 * 60_000

/** A guest who has left the line. */
export type LeftGuest = Guest & { readonly status: 'seated' | 'no_show' | 'removed' }

type Times = Pick<Guest, 'status' | 'seated_at' | 'no_show_at' | 'removed_at'>

/** When a guest left, in ms since 1970; NaN for one who has not. */
function leftAt({ status, seated_at, no_show_at, removed_at }: Times): number {
  const others = status === 'no_show' ? no_show_at : removed_at
  return Date.parse((status === 'seated' ? seated_at : others) ?? '')
}

/** Midnight in the zone; just after it, what can still be undone. */
export function startOfList(now: Date, zone: string): Date {
  const midnight = Date.parse(localDate(now, zone))
  const sinceMidnight = (at: number) => localTime(at, zone).getTime() - midnight
  const near = now.getTime() - sinceMidnight(now.getTime())
  // An hour off if the clocks changed today: read it again.
  return new Date(Math.min(near - sinceMidnight(near), now.getTime() - UNDO_MS))
}

/** The guests who left at a time or later, last first. */
export const leftSince = (time: Date, guests: readonly Guest[]): LeftGuest[] =>
  guests
    .filter((guest): guest is LeftGuest => leftAt(guest) >= time.getTime())
    .sort((a, b) => leftAt(b) - leftAt(a))

/** Whether a guest can still be brought back to the line. */
export const canComeBack = (guest: Times, now: Date): boolean => now.getTime() - leftAt(guest) < UNDO_MS

/** How and when a guest left. */
export function leftWords(guest: Times, clock: (at: number) => string): string {
  const time = clock(leftAt(guest))
  if (guest.status === 'seated') return t`Seated at ${time}`
  return guest.status === 'no_show' ? t`Did not show up at ${time}` : t`Left at ${time}`
}
