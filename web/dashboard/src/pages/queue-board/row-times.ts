import { t } from '@lingui/core/macro'
import type { Guest } from './line.ts'

const MINUTE_MS = 60_000

/** A time of a guest as a host reads it. */
export interface RowTime {
  readonly text: string
  /** Whether it wants attention. */
  readonly isLate: boolean
}

type Times = Pick<
  Guest,
  'status' | 'created_at' | 'quoted_wait' | 'notified_at' | 'away_until' | 'no_show_due_at'
>

/** A called guest is about to become a no-show, in minutes. */
const SOON_MINUTES = 2

/** Whole minutes since a time, never negative: clocks of browsers differ. */
const minutesSince = (iso: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / MINUTE_MS))

/** How long a guest has waited of what was quoted, or how long ago they were called. */
export function waitedOf(guest: Times, now: Date): RowTime {
  const { status, created_at, quoted_wait, notified_at } = guest
  if (status === 'notified' && notified_at) return calledOf(notified_at, guest.no_show_due_at, now)
  const waited = minutesSince(created_at, now)
  if (waited === 0) return { text: t`Just joined`, isLate: false }
  const isLate = overQuote(guest, now) > 0
  if (quoted_wait === 0) return { text: t`Waited ${waited} min, quoted no wait`, isLate }
  return { text: t`Waited ${waited} of ${{ quoted: quoted_wait }} min`, isLate }
}

/** Minutes by which a guest has waited longer than quoted. */
const overQuote = ({ created_at, quoted_wait }: Times, now: Date): number =>
  Math.max(0, minutesSince(created_at, now) - quoted_wait)

function calledOf(notifiedAt: string, dueAt: string | null, now: Date): RowTime {
  const minutes = minutesSince(notifiedAt, now)
  if (!dueAt)
    return { text: minutes === 0 ? t`Called just now` : t`Called ${minutes} min ago`, isLate: false }
  const left = minutesUntil(dueAt, now)
  return { text: dueWords(minutes, left), isLate: left <= SOON_MINUTES }
}

const minutesUntil = (iso: string, now: Date): number =>
  Math.max(0, Math.round((Date.parse(iso) - now.getTime()) / MINUTE_MS))

/** @param left minutes until the guest becomes a no-show */
function dueWords(minutes: number, left: number): string {
  if (left === 0)
    return minutes === 0
      ? t`Called just now, due as a no-show`
      : t`Called ${minutes} min ago, due as a no-show`
  return minutes === 0
    ? t`Called just now, no-show in ${left} min`
    : t`Called ${minutes} min ago, no-show in ${left} min`
}

/** When a guest who let others go first is back; late once that has passed. */
export function backOf(
  { away_until }: Pick<Times, 'away_until'>,
  now: Date,
  clock: (at: string) => string,
): RowTime | undefined {
  if (!away_until) return undefined
  return { text: t`Back at ${{ time: clock(away_until) }}`, isLate: new Date(away_until) <= now }
}

/** Minutes by which a guest wants attention, as the row says in red; 0: not at all. */
export function minutesLate(guest: Times, now: Date): number {
  const { status, notified_at, away_until, no_show_due_at } = guest
  const isBack = away_until !== null && new Date(away_until) <= now
  const overBreak = isBack ? minutesSince(away_until, now) + 1 : 0
  if (status !== 'notified' || !notified_at) return Math.max(overBreak, overQuote(guest, now))
  const overCall = no_show_due_at ? SOON_MINUTES + 1 - minutesUntil(no_show_due_at, now) : 0
  return Math.max(overBreak, overCall)
}
