import type { HeldBooking } from '@usher/contracts'
import type { Remote } from '../rules/decide.ts'
import type { Span } from '../rules/google-event.ts'

/** A change requested from booking, not answered yet. */
export interface RequestedChange {
  readonly id: string
  /** Where the event was moved to; null: it was deleted. */
  readonly to: Span | null
  readonly at: Date
}

/** A booking or session and its event in one calendar, as stored. */
export interface LinkRecord {
  /** From the calendar and the booking or session. */
  readonly _id: string
  readonly organization_id: string
  readonly connection_id: string
  readonly calendar: string
  /** Of the booking; of the session (`sessionIdOf`), if bookings share the event. */
  readonly booking_id: string
  readonly event_id: string
  /** Counts the ids that can no longer be used. */
  readonly generation: number
  readonly remote: Remote | null
  readonly may_exist: boolean
  /** Set while Google reports it missing, until a look at the event itself confirms it. */
  readonly missing_at: Date | null
  /** It vanished with many others: a person has to decide. */
  readonly held: boolean
  /** When it was confirmed that somebody deleted it. */
  readonly gone_at: Date | null
  readonly base: Span | null
  readonly refused: Span | null
  readonly text_hash: string | null
  readonly change: RequestedChange | null
  /** When to reconcile it; null: both sides agree. */
  readonly due_at: Date | null
  /** Changes with each request to reconcile, so that none is lost to a run already in progress. */
  readonly mark: string
  /** End of the booking, some time after which the link is deleted. */
  readonly end: Date
}

export const linkKey = (calendar: string, bookingId: string): string => `${calendar}:${bookingId}`

/** Fields of a link without an event: never made, or deleted by us. */
export const NO_EVENT = {
  remote: null,
  may_exist: false,
  missing_at: null,
  held: false,
  gone_at: null,
  base: null,
  refused: null,
  text_hash: null,
} as const

/** A booking held back: its event vanished, and nobody has decided yet. */
export type HeldLink = LinkRecord & { readonly missing_at: Date }

/** A held booking as returned by the API. */
export const presentHeld = ({ booking_id, missing_at }: HeldLink): HeldBooking => ({
  booking_id,
  vanished_at: missing_at.toISOString(),
})
