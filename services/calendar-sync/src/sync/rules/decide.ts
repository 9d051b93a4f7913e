import { isSameSpan, type Span } from './google-event.ts'

/** How a booking should be shown in a calendar. */
export interface Local extends Span {
  readonly status: 'confirmed' | 'tentative'
  /** Hash of the event's texts. */
  readonly textHash: string
  /** Ended, or its outcome is recorded: no event is created for it. */
  readonly isOver: boolean
  /** Shows several bookings: the calendar cannot move or cancel them. */
  readonly isSession: boolean
}

/** Its event as last read or written. */
export interface Remote extends Span {
  readonly etag: string
  readonly status: 'confirmed' | 'tentative'
}

/** The state of both sides. */
export interface Sides {
  /** null: the booking does not, or no longer, belong in this calendar. */
  readonly local: Local | null
  readonly remote: Remote | null
  /** An event may exist that was never seen: the response to its creation was lost. */
  readonly mayExist: boolean
  /** The event existed and was deleted, as Google confirmed. */
  readonly isGone: boolean
  /** What both sides last agreed on. */
  readonly base: Span | null
  /** Where the event was moved to when booking refused to follow. */
  readonly refused: Span | null
  /** Hash of the texts last written. */
  readonly textHash: string | null
}

/** What makes both sides agree again. */
export type Action =
  | { readonly kind: 'none' }
  | { readonly kind: 'agree' }
  | { readonly kind: 'create' }
  | { readonly kind: 'patch'; readonly conflict?: 'both_moved' | 'session_changed' }
  | { readonly kind: 'delete'; readonly conflict?: 'edited_after_cancel' }
  | { readonly kind: 'request_move'; readonly to: Span }
  | { readonly kind: 'request_cancel' }
  | { readonly kind: 'restore' }

/**
 * Three-way merge. The booking takes precedence: the calendar's change counts only if the booking has not changed
 * since both agreed, and then as a request. An error is never taken for a deletion: only what Google confirmed is
 * gone.
 */
export function decide(sides: Sides): Action {
  const { local, remote } = sides
  if (!local) return decideWithout(sides)
  if (sides.isGone && local.isOver) return { kind: 'none' }
  if (sides.isGone) return { kind: local.isSession ? 'restore' : 'request_cancel' }
  if (!remote) return local.isOver && !sides.mayExist ? { kind: 'none' } : { kind: 'create' }
  return decideBetween(local, remote, sides)
}

/** Cancelling takes precedence over any change of the event. */
function decideWithout({ remote, base, isGone, mayExist }: Sides): Action {
  if (isGone || (!remote && !mayExist)) return { kind: 'none' }
  const isMoved = remote !== null && base !== null && !isSameSpan(remote, base)
  return { kind: 'delete', ...(isMoved && { conflict: 'edited_after_cancel' }) }
}

function decideBetween(local: Local, remote: Remote, { base, refused, textHash }: Sides): Action {
  const isAgreed = isSameSpan(remote, local)
  const hasOtherFields = remote.status !== local.status || textHash !== local.textHash
  if (isAgreed)
    return hasOtherFields ? { kind: 'patch' } : { kind: isSameSpan(base, local) ? 'none' : 'agree' }
  if (!base || isSameSpan(remote, base)) return { kind: 'patch' }
  if (local.isSession) return { kind: 'patch', conflict: 'session_changed' }
  if (isSameSpan(remote, refused)) return { kind: 'patch' }
  if (!isSameSpan(local, base)) return { kind: 'patch', conflict: 'both_moved' }
  return { kind: 'request_move', to: { start: remote.start, end: remote.end } }
}
