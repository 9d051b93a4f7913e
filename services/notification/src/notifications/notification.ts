import type {
  Channel,
  Notification,
  NotificationAttempt,
  NotificationError,
  Template,
  TemplateKind,
} from '@usher/contracts'
import type { Origin } from '@usher/service-kit'

export interface AttemptRecord extends Omit<NotificationAttempt, 'at'> {
  readonly at: Date
  /** Of the provider's settings. */
  readonly provider_id?: string
  /** The provider's own identifier of the message, where it was sent. */
  readonly message_id?: string
}

/** Where somebody can be reached. */
export interface Address {
  readonly channel: Channel
  readonly to: string
}

/** What keeps a notification from being sent for now. */
export interface Hold {
  readonly code: string
  readonly message: string
  readonly until: Date
}

/** A notification as stored. */
export interface NotificationRecord {
  readonly _id: string
  readonly organization_id: string
  readonly guest_id: string | null
  readonly queue_id: string | null
  readonly kind: TemplateKind | null
  readonly template_id: string | null
  readonly channel: Channel
  /** E.164 or an e-mail address; as it was given where it is no good, null once erased. */
  readonly to: string | null
  readonly subject: string
  readonly text: string
  /** Language that it is written in; absent: not known. */
  readonly locale?: Template['locale']
  readonly status: Notification['status']
  readonly provider: string | null
  readonly error: NotificationError | null
  readonly attempts: readonly AttemptRecord[]
  readonly created_at: Date
  readonly send_at: Date | null
  /** From then on it would do more harm than good; null: it is always welcome. */
  readonly expires_at: Date | null
  readonly sent_at: Date | null
  readonly delivered_at: Date | null
  readonly failed_at: Date | null
  readonly anonymized_at: Date | null
  /** Other addresses of the guest, to be tried in this order where this one does not reach. */
  readonly alternatives?: readonly Address[]
  readonly failover_of?: string | null
  /** It is for a cause, but stands in for one that somebody asked for. */
  readonly asked?: boolean
  readonly failover_to?: string | null
  /** When it is given up to wait for word that it arrived. Absent: nobody waits for it. */
  readonly receipt_due_at?: Date
  readonly unconfirmed_at?: Date | null
  /** Sent in quiet hours, too. */
  readonly urgent?: boolean
  /** Why it was postponed, where nothing went wrong. */
  readonly held?: Hold
  /** What it was sent for by itself: there is one notification for each cause. */
  readonly cause?: string
  /** Sent in spite of an opt-out: it confirms that, or answers a call for help. */
  readonly exempt?: true
  /** It is about joining, and the guest joined without anybody of the organisation. */
  readonly public_join?: true
  /** It counts against the limits. */
  readonly counted?: true
  /** It counts against the limits of the shared mail server. */
  readonly shared_counted?: true
  /** Whose doing it is; its events say so. */
  readonly origin: Origin
  /** Number of its events so far. */
  readonly sequence: number
  /** Whoever sends it, until `due_at`; a new name for each claim. */
  readonly claim: string | null
  /** The provider (its identifier) that it was being given to under a claim; left standing by a process that died meanwhile. */
  readonly in_flight: string | null
  /** When somebody is to take it up: it is due, or its claim has run out. Absent: nobody needs to. */
  readonly due_at?: Date
}

/** What a new notification is made of. */
export type NewNotification = Pick<
  NotificationRecord,
  'organization_id' | 'guest_id' | 'queue_id' | 'kind' | 'template_id' | 'channel' | 'to' | 'subject' | 'text'
> &
  Pick<NotificationRecord, 'origin' | 'send_at' | 'expires_at'> &
  Partial<
    Pick<
      NotificationRecord,
      'cause' | 'locale' | 'alternatives' | 'failover_of' | 'urgent' | 'exempt' | 'asked' | 'public_join'
    >
  >

/** A notification that waits to be sent. */
export const newNotification = (id: string, given: NewNotification, now: Date): NotificationRecord => ({
  ...given,
  _id: id,
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

/** Whether it was made by itself, without anybody asking for it. */
export const isAutomatic = ({ cause, asked }: Pick<NotificationRecord, 'cause' | 'asked'>): boolean =>
  cause !== undefined && !asked

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/** What a notification and its events tell alike, in the order of the contract. */
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

/** A notification as the API answers it. */
export const presentNotification = (record: NotificationRecord): Notification => ({
  ...presentFacts(record),
  send_at: iso(record.send_at),
  next_attempt_at: record.claim === null ? iso(record.due_at ?? null) : null,
  held:
    record.status === 'queued' && record.held
      ? { ...record.held, until: record.held.until.toISOString() }
      : null,
  attempts: record.attempts.map(({ at, provider, outcome, error }) => ({
    ...{ at: at.toISOString(), provider, outcome, error },
  })),
  // Notifications of before there was such a thing have none of these.
  unconfirmed_at: iso(record.unconfirmed_at ?? null),
  failover_of: record.failover_of ?? null,
  failover_to: record.failover_to ?? null,
  anonymized_at: iso(record.anonymized_at),
})
