import { isSameSpan, type Span } from './google-event.ts'

/** How a booking is to be shown in a calendar. */
export interface Local extends Span {
  readonly status: 'confirmed' | 'tentative'
  /** Of the words of the event. */
  readonly textHash: string
  /** It has ended, or how it went is known: nothing is made of an event that is not there. */
  readonly isOver: boolean
}

/** Its event as it was read or written last. */
export interface Remote extends Span {
  readonly etag: string
  readonly status: 'confirmed' | 'tentative'
}

/** Where the two stand. */
export interface Sides {
  /** null: the booking is not to be in this calendar, or not any more. */
  readonly local: Local | null
  readonly remote: Remote | null
  /** There may be an event that was never seen: the answer to its making was lost. */
  readonly mayExist: boolean
  /** The event was there and was deleted, which Google has confirmed. */
  readonly isGone: boolean
  /** What both agreed on last. */
  readonly base: Span | null
  /** Where the event was moved to when booking refused to follow. */
  readonly refused: Span | null
  /** Of the words that were written last. */
  readonly textHash: string | null
}

/** What makes both sides the same again. */
export type Action =
  | { readonly kind: 'none' }
  | { readonly kind: 'agree' }
  | { readonly kind: 'create' }
  | { readonly kind: 'patch'; readonly conflict?: 'both_moved' }
  | { readonly kind: 'delete'; readonly conflict?: 'edited_after_cancel' }
  | { readonly kind: 'request_move'; readonly to: Span }
  | { readonly kind: 'request_cancel' }

/**
 * Merges three ways. The booking is what counts: the calendar has its way only where the booking has not changed since
 * both agreed, and then by asking. An error is never taken for a deletion: only what Google confirmed is gone.
 */
export function decide(sides: Sides): Action {
  const { local, remote } = sides
  if (!local) return decideWithout(sides)
  if (sides.isGone) return local.isOver ? { kind: 'none' } : { kind: 'request_cancel' }
  if (!remote) return local.isOver && !sides.mayExist ? { kind: 'none' } : { kind: 'create' }
  return decideBetween(local, remote, sides)
}

/** Cancelling wins over whatever was done to the event. */
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
  if (isSameSpan(remote, refused)) return { kind: 'patch' }
  if (!isSameSpan(local, base)) return { kind: 'patch', conflict: 'both_moved' }
  return { kind: 'request_move', to: { start: remote.start, end: remote.end } }
}
