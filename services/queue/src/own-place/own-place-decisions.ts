import { guestUpdated, type OwnPlace } from '@usher/contracts'
import { moveGuest } from '../guests/edits.ts'
import { guestChange } from '../guests/guest-change.ts'
import type { GuestRecord } from '../guests/guest-record.ts'
import { type GuestDecision, requireInLine } from '../guests/transitions.ts'

/** Decides on a guest's "I am here"; saying it again changes nothing. */
export const reportArrival: GuestDecision = (state, guest, act) => {
  requireInLine(guest, 'marked as arrived')
  if (guest.arrived_at) return { state, guest, events: [] }
  return guestChange(guestUpdated, state, { ...guest, arrived_at: act.now }, act)
}

/** Decides on the language of a guest. */
export const changeLanguage =
  (locale: NonNullable<OwnPlace['locale']>): GuestDecision =>
  (state, guest, act) => {
    requireInLine(guest, 'updated')
    if (guest.locale === locale) return { state, guest, events: [] }
    return guestChange(guestUpdated, state, { ...guest, locale }, act)
  }

/**
 * Decides on letting the next parties pass: the guest stands behind them from now on, and before everybody who
 * joins later. One who was called waits again, and is no no-show meanwhile. At the end of the line there is
 * nobody to let pass, and nothing changes.
 *
 * @param parties how many; fewer where fewer are behind
 */
export const deferTurn =
  (parties: number): GuestDecision =>
  (state, guest, act) => {
    requireInLine(guest, 'moved')
    const index = state.line.indexOf({ id: guest._id, rank: guest.rank }) ?? 0
    const position = Math.min(index + parties, state.line.size - 1) + 1
    const change = moveGuest(state, waitingAgain(guest), { position }, undefined, act)
    if (change.events.length === 0) return { state, guest, events: [] }
    const place_change = { reason: 'deferred', at: act.now } as const
    return { ...change, guest: { ...change.guest, place_change } }
  }

function waitingAgain({ no_show_due_at: _, ...guest }: GuestRecord): GuestRecord {
  return { ...guest, status: 'waiting', notified_at: null }
}
