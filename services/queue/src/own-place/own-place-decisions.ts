import { isDeepStrictEqual } from 'node:util'
import { type Deferral, guestUpdated, type OwnPlaceUpdate } from '@usher/contracts'
import { invalidField, normalizePhone, ProblemError } from '@usher/service-kit'
import { HOUR_MS } from '@usher/service-kit/durations'
import { moveGuest } from '../guests/edits.ts'
import { requirePartySize, withOwnSizes } from '../guests/party-size.ts'
import { withoutPlace } from '../guests/settle-quote.ts'
import {
  type GuestDecision,
  leftByGuest,
  requireInLine,
  undoGuest,
  waitingAgain,
} from '../guests/transitions.ts'
import { guestChange } from '../queue-state/guest-change.ts'
import { positionOf } from '../queue-state/guest-place.ts'

/** Longest time a place is kept for a guest who is away, in ms. */
const MAX_AWAY_MS = 12 * HOUR_MS

/** Records a guest's "I am here", and ends being away; repeating it changes nothing. */
export const reportArrival: GuestDecision = (state, guest, act) => {
  requireInLine(guest, 'marked as arrived')
  if (guest.arrived_at && !guest.away_until) return { state, guest, events: [] }
  const arrived = { ...guest, arrived_at: guest.arrived_at ?? act.now, away_until: null }
  return guestChange(guestUpdated, state, arrived, act)
}

/** Changes what a guest can change of themselves. @throws ProblemError `validation_failed` for the phone or the party */
export const changeOwnPlace =
  ({ phone: spelled, ...given }: OwnPlaceUpdate): GuestDecision =>
  (state, guest, act) => {
    requireInLine(guest, 'updated')
    const { party_size = guest.party_size } = given
    requirePartySize(withOwnSizes(state.queue, guest.party_size), party_size)
    const phone = spelled ? normalizePhone(spelled, state.queue.join.country) : spelled
    const before = { ...guest, timezone: guest.timezone ?? null }
    const after = { ...before, ...given, ...(phone !== undefined && { phone: phone || null }) }
    if (isDeepStrictEqual(after, before)) return { state, guest, events: [] }
    return guestChange(guestUpdated, state, after, act)
  }

/** Takes back leaving, as long as staff could. @throws ProblemError `invalid_transition` after staff removed the guest */
export const returnToLine: GuestDecision = (state, guest, act) => {
  if (!leftByGuest(guest))
    throw new ProblemError('invalid_transition', 'The guest did not leave by themselves.')
  return undoGuest()(state, guest, act)
}

/**
 * Lets the next parties pass: the guest moves behind them, ahead of everybody who joins later. A called guest waits
 * again, and is no no-show meanwhile. At the end of the line there is nobody to let pass, and nothing changes.
 *
 * @param parties how many; fewer if fewer are behind
 */
const letPass =
  (parties: number): GuestDecision =>
  (state, guest, act) => {
    const before = positionOf(guest, state, act.now) ?? 1
    const position = Math.min(before + parties, state.line.size)
    const change = moveGuest(state, waitingAgain(guest), { position }, undefined, act)
    if (change.events.length === 0) return { state, guest, events: [] }
    const place_change = { reason: 'deferred', at: act.now } as const
    return { ...change, guest: { ...change.guest, place_change } }
  }

/**
 * Marks a guest as away until a time: the guest keeps the place, and those behind are called first. A called guest
 * waits again, and is no no-show meanwhile.
 */
const beBackAt =
  (until: Date): GuestDecision =>
  (state, guest, act) => {
    const ahead = until.getTime() - act.now.getTime()
    if (ahead <= 0 || ahead > MAX_AWAY_MS) {
      throw invalidField('/until', `must be within the next ${MAX_AWAY_MS / HOUR_MS} hours`, 'out_of_range')
    }
    if (guest.away_until?.getTime() === until.getTime()) return { state, guest, events: [] }
    const away = { ...waitingAgain(guest), away_until: until }
    return guestChange(guestUpdated, state, away, act)
  }

/** Gives a guest more time, by {@link letPass} or {@link beBackAt}. */
export const deferTurn =
  (given: Deferral): GuestDecision =>
  (state, guest, act) => {
    requireInLine(guest, 'moved')
    const decide = 'until' in given ? beBackAt(new Date(given.until)) : letPass(given.parties)
    return decide(withoutPlace(state, guest), guest, act)
  }
