import {
  type EventDefinition,
  type GuestNotify,
  type GuestUndo,
  guestNoShow,
  guestNotified,
  guestRemoved,
  guestSeated,
  guestUpdated,
  type LineClause,
} from '@usher/contracts'
import { notFound, ProblemError } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { laterRank, rankToReturn } from '../line/rank.ts'
import { type Act, guestChange } from '../queue-state/guest-change.ts'
import type { GuestChange, QueueState } from '../queue-state/queue-state.ts'
import { ACTOR, type GuestRecord, isInLine } from '../records/guest-record.ts'
import { settleAbandoned, settleServed, unsettle } from './settle-quote.ts'

/** Minutes in which leaving the line can be undone. */
const UNDO_MINUTES = 30

/** A decision on one guest of a queue. */
export type GuestDecision = (state: QueueState, guest: GuestRecord, act: Act) => GuestChange

/** @throws ProblemError `not_found` for another organisation's guest, `invalid_transition` for one who left */
export function requireInLine(guest: GuestRecord, verb: string): void {
  if (isInLine(guest.status)) return
  throw new ProblemError('invalid_transition', `A guest who is ${guest.status} cannot be ${verb}.`)
}

const requireQueue = ({ queue }: QueueState) => {
  if (queue.deleted_at) throw notFound('queue')
}

/**
 * waiting, notified → notified. Repeating it notifies again and restarts the no-show time.
 *
 * @param call text or template to use instead of the default, and the desk
 * @param clause why the guest is the next, unless staff chose
 */
export const notifyGuestWith =
  (call: GuestNotify = {}, clause?: LineClause): GuestDecision =>
  (state, guest, act) => {
    requireQueue(state)
    requireInLine(guest, 'notified')
    const { no_show_due_at: _, desk: __, ...rest } = guest
    const { text = null, template_id = null, desk, message_after_seconds = 0 } = call
    const notified: GuestRecord = {
      ...rest,
      status: 'notified',
      ...(desk !== undefined && { desk }),
      ...noShowDue(state, act),
      notified_at: act.now,
      away_until: null,
    }
    const message = text === null && template_id === null ? null : { text, template_id }
    return guestChange(guestNotified, ...settleServed(state, notified, act.now, clause), act, {
      message,
      desk: desk ?? null,
      ...(message_after_seconds > 0 && { message_at: laterBy(act.now, message_after_seconds) }),
    })
  }

const laterBy = (time: Date, seconds: number): string =>
  new Date(time.getTime() + seconds * 1_000).toISOString()

/** Notifies with the usual template. */
export const notifyGuest: GuestDecision = notifyGuestWith()

const noShowDue = ({ queue }: QueueState, { now }: Act) =>
  queue.no_show_after_minutes === null
    ? {}
    : { no_show_due_at: new Date(now.getTime() + queue.no_show_after_minutes * MINUTE_MS) }

type LeavingStatus = 'seated' | 'no_show' | 'removed'

/** waiting, notified → out of the line, keeping what undo needs. */
const leave =
  (status: LeavingStatus, verb: string, event: EventDefinition): GuestDecision =>
  (state, guest, act) => {
    requireInLine(guest, verb)
    const { no_show_due_at: _, ...rest } = guest
    const left = {
      ...rest,
      status,
      left_from: guest.status,
      left_at: act.now,
      left_by_guest: act.origin.actor === ACTOR,
      [`${status}_at`]: act.now,
    }
    const after = { ...state, line: state.line.remove({ id: guest._id, rank: guest.rank }) }
    const settle = status === 'seated' ? settleServed : settleAbandoned
    return guestChange(event, ...settle(after, left, act.now), act)
  }

export const seatGuest = leave('seated', 'seated', guestSeated)
export const removeGuest = leave('removed', 'removed', guestRemoved)

/** Removes a guest; for one already removed nothing happens (RFC 9110 §9.2.2). */
export const removeGuestOnce =
  (reason: string | undefined): GuestDecision =>
  (state, guest, act) =>
    guest.status === 'removed' ? { state, guest, events: [] } : { ...removeGuest(state, guest, act), reason }

/** Whether a guest has left by themselves. */
export const leftByGuest = ({
  status,
  left_by_guest,
}: Pick<GuestRecord, 'status' | 'left_by_guest'>): boolean => status === 'removed' && left_by_guest === true

/** Whether leaving the line can still be undone. */
export const canUndo = ({ left_from, left_at }: GuestRecord, now: Date): boolean =>
  left_from !== null && left_at !== null && now.getTime() - left_at.getTime() <= UNDO_MINUTES * MINUTE_MS

export const markNoShow = leave('no_show', 'marked as no-show', guestNoShow)

/** A called guest as one who waits again. */
export function waitingAgain({ no_show_due_at: _, desk: __, ...guest }: GuestRecord): GuestRecord {
  return { ...guest, status: 'waiting', notified_at: null }
}

const takeBackCall: GuestDecision = (state, guest, act) =>
  guestChange(guestUpdated, ...unsettle(state, waitingAgain(guest)), act, { returned_from: 'notified' })

/**
 * notified → waiting; seated, no_show, removed → the former status; at the same place. The no-show time of a guest who is
 * notified again restarts: it did not run while the guest was thought to be here, or gone.
 *
 * @param status what is to be undone; absent: whatever was last
 * @throws ProblemError `invalid_transition` if the guest has another status, `undo_expired` after 30 minutes
 */
export const undoGuest =
  ({ status }: GuestUndo = {}): GuestDecision =>
  (state, guest, act) => {
    requireQueue(state)
    if (status && guest.status !== status) {
      throw new ProblemError('invalid_transition', `The guest is ${guest.status}, not ${status}.`)
    }
    if (guest.status === 'notified') return takeBackCall(state, guest, act)
    if (!guest.left_from || !guest.left_at) {
      throw new ProblemError('invalid_transition', `A guest who is ${guest.status} has nothing to undo.`)
    }
    if (!canUndo(guest, act.now)) {
      throw new ProblemError(
        'undo_expired',
        `The guest has been ${guest.status} for more than ${UNDO_MINUTES} minutes.`,
      )
    }
    const rank = rankToReturn(state.line, guest.rank)
    const back: GuestRecord = {
      ...guest,
      status: guest.left_from,
      rank,
      left_from: null,
      left_at: null,
      seated_at: null,
      no_show_at: null,
      removed_at: null,
      place_change: { reason: 'returned', at: act.now },
      ...(guest.left_from === 'notified' && noShowDue(state, act)),
    }
    const { queue } = state
    const after = { ...state, queue: { ...queue, tail_rank: laterRank(queue.tail_rank, rank) } }
    return guestChange(guestUpdated, ...unsettle(after, back), act, { returned_from: guest.status })
  }
