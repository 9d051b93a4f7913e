import type { Channel, Notification, NotificationAttempt, Template } from '@usher/contracts'
import { newId, type Origin } from '@usher/service-kit'
import type { CalendarEvent } from '@usher/service-kit/calendar-file'

/** The provider that sends nothing. */
export const SANDBOX = 'sandbox'

export interface AttemptRecord extends Omit<NotificationAttempt, 'at'> {
  readonly at: Date
  /** Id of the configured provider. */
  readonly provider_id?: string
  /** The provider's own message id, once sent. */
  readonly message_id?: string
}

/** An address of a recipient. */
export interface Address {
  readonly channel: Channel
  readonly to: string
}

/** Why a notification is not sent for now. */
export interface Hold {
  readonly code: string
  readonly message: string
  readonly until: Date
}

/** A booking for the calendar of its customer. */
export interface Invite extends CalendarEvent {
  readonly customer_name: string
}

/** A notification as stored. */
export interface NotificationRecord
  extends Pick<
    Notification,
    'guest_id' | 'queue_id' | 'kind' | 'template_id' | 'channel' | 'text' | 'status' | 'provider' | 'error'
  > {
  readonly _id: string
  readonly organization_id: string
  /** E.164, an e-mail address, or the guest for push; as given if invalid, null once erased. */
  readonly to: string | null
  readonly subject: string
  /** Language of the text; absent: unknown. */
  readonly locale?: Template['locale']
  readonly attempts: readonly AttemptRecord[]
  readonly created_at: Date
  readonly send_at: Date | null
  /** Not sent after this time; null: never expires. */
  readonly expires_at: Date | null
  readonly sent_at: Date | null
  readonly delivered_at: Date | null
  readonly failed_at: Date | null
  readonly anonymized_at: Date | null
  /** The guest's other addresses, to try in order if this one fails. */
  readonly alternatives?: readonly Address[]
  readonly failover_of?: string | null
  /** It has a cause, but replaces one that somebody requested. */
  readonly asked?: boolean
  readonly failover_to?: string | null
  /** When to stop waiting for a receipt. Absent: none is expected. */
  readonly receipt_due_at?: Date
  readonly unconfirmed_at?: Date | null
  /** Also sent in quiet hours. */
  readonly urgent?: boolean
  /** Why it was postponed without an error. */
  readonly held?: Hold
  /** The cause of an automatic notification: each has one. */
  readonly cause?: string
  /** Sent despite an opt-out: it confirms it, or answers HELP. */
  readonly exempt?: true
  /** It is about a join through the public page. */
  readonly public_join?: true
  /** A name in it has a phone number or a sum of money. */
  readonly suspect_names?: true
  /** It is about what somebody did on the public pages for bookings. */
  readonly public_booking?: true
  /** The booking that it is about. */
  readonly booking_id?: string
  /** The booking for the calendar of its customer, in a mail. */
  readonly invite?: Invite
  /** Where quiet hours hold it, and until when at most. Absent: those of bookings do not. */
  readonly quiet?: { readonly timezone: string; readonly limit: Date }
  /** The code that its text stands for, until it is sent. */
  readonly code?: { readonly id: string; readonly sealed: string }
  /** It was sent to everybody in a line: of no use to whoever has left it. */
  readonly to_line?: true
  /** It counts against the limits. */
  readonly counted?: true
  /** It counts against the limits of the shared mail server. */
  readonly shared_counted?: true
  /** Who caused it, for its events. */
  readonly origin: Origin
  /** Number of its events so far. */
  readonly sequence: number
  /** Claim of the process that sends it, valid until `due_at`; a new name for each claim. */
  readonly claim: string | null
  /** Id of the provider it is being given to under a claim; remains set if the process dies meanwhile. */
  readonly in_flight: string | null
  /** When it needs attention: it is due, or its claim has expired. Absent: never. */
  readonly due_at?: Date
}

/** Input for a new notification, whose state is that of one just queued. */
export type NewNotification = Pick<
  NotificationRecord,
  'organization_id' | 'channel' | 'to' | 'subject' | 'text' | 'origin'
> &
  Partial<NotificationRecord>

/** A queued notification. */
export const newNotification = (given: NewNotification, now: Date): NotificationRecord => ({
  guest_id: null,
  queue_id: null,
  kind: null,
  template_id: null,
  send_at: null,
  expires_at: null,
  ...given,
  _id: newId('notification'),
  status: 'queued',
  provider: null,
  error: null,
  attempts: [],
  created_at: now,
  sent_at: null,
  delivered_at: null,
  failed_at: null,
  anonymized_at: null,
  sequence: 0,
  claim: null,
  in_flight: null,
  due_at: given.send_at ?? now,
})

/** Whether it is automatic and nobody requested it. */
export const isAutomatic = ({ cause, asked }: Pick<NotificationRecord, 'cause' | 'asked'>): boolean =>
  cause !== undefined && !asked

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/** Data common to a notification and its events, in the order of the contract. */
export const presentFacts = (record: NotificationRecord) => ({
  id: record._id,
  guest_id: record.guest_id,
  channel: record.channel,
  to: record.to,
  text: record.text,
  template_id: record.template_id,
  status: record.status,
  provider: record.provider,
  error: record.error,
  created_at: record.created_at.toISOString(),
  sent_at: iso(record.sent_at),
  delivered_at: iso(record.delivered_at),
  failed_at: iso(record.failed_at),
  queue_id: record.queue_id,
  kind: record.kind,
})

/** A notification as returned by the API. */
export const presentNotification = (record: NotificationRecord): Notification => ({
  ...presentFacts(record),
  send_at: iso(record.send_at),
  next_attempt_at: record.claim === null ? iso(record.due_at ?? null) : null,
  held:
    record.status === 'queued' && record.held
      ? { ...record.held, until: record.held.until.toISOString() }
      : null,
  attempts: record.attempts.map(({ at, provider, outcome, error }) => ({
    at: at.toISOString(),
    provider,
    outcome,
    error,
  })),
  unconfirmed_at: iso(record.unconfirmed_at ?? null),
  failover_of: record.failover_of ?? null,
  failover_to: record.failover_to ?? null,
  anonymized_at: iso(record.anonymized_at),
})
