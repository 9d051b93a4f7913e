import type { CalendarConnection, FieldChanges } from '@usher/contracts'
import { changesBetween } from '@usher/service-kit'
import type { Account } from '../google/account.ts'

/** Where a connection stands: works; needs its person to consent again; waits for somebody to judge many deletions. */
export type ConnectionStatus = CalendarConnection['status']

/** Many events of ours vanished at once from the calendar: nothing is done until a person has looked. */
export interface Breaker {
  readonly tripped_at: Date
  /** Events of ours that vanished. */
  readonly vanished: number
  /** Events of ours that were there. */
  readonly of: number
}

/** A provider's link to the calendars of one Google account, as stored. */
export interface ConnectionRecord {
  readonly _id: string
  readonly organization_id: string
  readonly provider_id: string
  readonly account: Account
  /** The calendar that bookings are written to. */
  readonly calendar_id: string
  /** The calendars whose events block time. */
  readonly busy_calendar_ids: readonly string[]
  /** Since when Google refuses the tokens; null: it takes them. */
  readonly needs_reauth_since: Date | null
  readonly breaker: Breaker | null
  /** Both tokens, sealed for this connection alone. */
  readonly tokens: string
  /** When Google stops taking the access token. */
  readonly access_expires_at: Date
  /** Goes up whenever the tokens are others. */
  readonly token_version: number
  /** Until when one replica alone may refresh the tokens. */
  readonly refresh_leased_until: Date
  /** Times that owners were told of something. */
  readonly alerts: number
  /** When a sync last was complete. */
  readonly synced_at: Date | null
  /** Goes up with each change that its owners make or must know of. */
  readonly version: number
  readonly created_by: string
  readonly created_at: Date
  readonly updated_at: Date
}

/** A breaker outlives a lost consent: after both a person must have looked. */
export function statusOf({
  needs_reauth_since,
  breaker,
}: Pick<ConnectionRecord, 'needs_reauth_since' | 'breaker'>): ConnectionStatus {
  if (needs_reauth_since) return 'needs_reauth'
  return breaker ? 'paused' : 'active'
}

/** What clients see of a connection. */
export function presentConnection(record: ConnectionRecord): CalendarConnection {
  const { breaker } = record
  return {
    id: record._id,
    provider_id: record.provider_id,
    status: statusOf(record),
    account_email: record.account.email,
    calendar_id: record.calendar_id,
    busy_calendar_ids: [...record.busy_calendar_ids],
    breaker: breaker && { ...breaker, tripped_at: breaker.tripped_at.toISOString() },
    needs_reauth_since: record.needs_reauth_since?.toISOString() ?? null,
    synced_at: record.synced_at?.toISOString() ?? null,
    created_by: record.created_by,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  }
}

/** What the audit trail tells of a change. Whose account it is is that person's own business. */
export const connectionChanges = (
  before: ConnectionRecord | null,
  after: ConnectionRecord | null,
): FieldChanges =>
  changesBetween(factsOf(before), factsOf(after), ['account_email', 'calendar_id', 'busy_calendar_ids'])

function factsOf(record: ConnectionRecord | null) {
  if (!record) return null
  const { id: _, created_at: __, updated_at: ___, synced_at: ____, ...facts } = presentConnection(record)
  return facts
}
