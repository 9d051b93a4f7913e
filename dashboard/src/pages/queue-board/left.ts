import type { Guest } from './line.ts'

/** Time in which leaving can be taken back, in ms (`undo` of the API). */
const UNDO_MS = 30 * 60_000

type Times = Pick<Guest, 'status' | 'seated_at' | 'no_show_at' | 'removed_at'>

const leftAt = ({ status, seated_at, no_show_at, removed_at }: Times): string | null => {
  if (status === 'seated') return seated_at
  return status === 'no_show' ? no_show_at : removed_at
}

/** Midnight; just after it, what can still be undone. */
export const startOfList = (now: Date): Date =>
  new Date(Math.min(new Date(now).setHours(0, 0, 0, 0), now.getTime() - UNDO_MS))

/** The guests who left at a time or later, last first. */
export const leftSince = (time: Date, guests: readonly Guest[]): Guest[] =>
  guests
    .filter((guest) => Date.parse(leftAt(guest) ?? '') >= time.getTime())
    .sort((a, b) => Date.parse(leftAt(b) ?? '') - Date.parse(leftAt(a) ?? ''))

/** Whether a guest can still be brought back to the line. */
export const canComeBack = (guest: Times, now: Date): boolean =>
  now.getTime() - Date.parse(leftAt(guest) ?? '') < UNDO_MS

const WORDS: { readonly [Status in Guest['status']]?: string } = {
  seated: 'Seated at',
  no_show: 'Did not show up at',
  removed: 'Left at',
}

/** How and when a guest left. */
export const leftWords = (guest: Times, clock: Intl.DateTimeFormat): string =>
  `${WORDS[guest.status]} ${clock.format(new Date(leftAt(guest) ?? ''))}`
