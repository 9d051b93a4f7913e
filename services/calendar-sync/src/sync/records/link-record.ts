import type { HeldBooking } from '@usher/contracts'
import type { Remote } from '../rules/decide.ts'
import type { Span } from '../rules/google-event.ts'

/** What booking was asked to do, and has not answered yet. */
export interface RequestedChange {
  readonly id: string
  /** Where the event was moved to; null: it was deleted. */
  readonly to: Span | null
  readonly at: Date
}

/** A booking and its event in one calendar, as stored. */
export interface LinkRecord {
  /** The calendar and the booking. */
  readonly _id: string
  readonly organization_id: string
  readonly connection_id: string
  readonly calendar: string
  readonly booking_id: string
  readonly event_id: string
  /** Counts the ids that could not be used again. */
  readonly generation: number
  readonly remote: Remote | null
  readonly may_exist: boolean
  /** Set while Google tells that it is not there, until a look at the event itself confirms it. */
  readonly missing_at: Date | null
  /** It vanished with many others: a person is to say what that means. */
  readonly held: boolean
  /** When it was confirmed that somebody deleted it. */
  readonly gone_at: Date | null
  readonly base: Span | null
  readonly refused: Span | null
  readonly text_hash: string | null
  readonly change: RequestedChange | null
  /** When it is to be looked at; null: both sides are the same. */
  readonly due_at: Date | null
  /** Another with each wish to look at it, so that none is lost to a look that began before. */
  readonly mark: string
  /** End of the booking: a while later it is forgotten. */
  readonly end: Date
}

export const linkKey = (calendar: string, bookingId: string): string => `${calendar}:${bookingId}`

/** What is known of an event that there is not, or not any more by our own doing. */
export const NO_EVENT = {
  ...{ remote: null, may_exist: false, missing_at: null, held: false, gone_at: null },
  ...{ base: null, refused: null, text_hash: null },
} as const

/** Of a booking that is held back: it has vanished, and nobody has said yet what that means. */
export type HeldLink = LinkRecord & { readonly missing_at: Date }

/** What clients see of one. */
export const presentHeld = ({ booking_id, missing_at }: HeldLink): HeldBooking => ({
  booking_id,
  vanished_at: missing_at.toISOString(),
})
