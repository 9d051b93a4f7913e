import type { CalendarConnection, FieldChanges } from '@usher/contracts'
import { changesBetween } from '@usher/service-kit'
import type { Account } from '../google/account.ts'

/** State of a connection: active; needs its person to consent again; paused until somebody reviews many deletions. */
export type ConnectionStatus = CalendarConnection['status']

/** Which invitations block time. */
export type BusyInvitations = CalendarConnection['busy_invitations']

/** By default unanswered invitations block time: a missed one would be a double booking. */
export const busyInvitationsOf = ({
  busy_invitations = 'all',
}: Pick<ConnectionRecord, 'busy_invitations'>): BusyInvitations => busy_invitations

/** Many of our events vanished from the calendar at once: nothing is done until a person has looked. */
export interface Breaker {
  readonly tripped_at: Date
  /** Our events that vanished. */
  readonly vanished: number
  /** Our events before. */
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
  /** Absent in older connections. */
  readonly busy_invitations?: BusyInvitations
  /** Since when Google has rejected the tokens; null: they are accepted. */
  readonly needs_reauth_since: Date | null
  readonly breaker: Breaker | null
  /** Both tokens, encrypted for this connection only. */
  readonly tokens: string
  /** When the access token expires. */
  readonly access_expires_at: Date
  /** Grows with every change of the tokens. */
  readonly token_version: number
  /** Until when one replica holds the lease to refresh the tokens. */
  readonly refresh_leased_until: Date
  /** Number of alerts sent to owners. */
  readonly alerts: number
  /** When the last sync completed. */
  readonly synced_at: Date | null
  /** Grows with every change that owners make or must know of. */
  readonly version: number
  readonly created_by: string
  readonly created_at: Date
  readonly updated_at: Date
}

/** A pause outlives a lost consent: even after consent is given again, a person must have looked. */
export function statusOf({
  needs_reauth_since,
  breaker,
}: Pick<ConnectionRecord, 'needs_reauth_since' | 'breaker'>): ConnectionStatus {
  if (needs_reauth_since) return 'needs_reauth'
  return breaker ? 'paused' : 'active'
}

/** A connection as returned by the API. */
export function presentConnection(record: ConnectionRecord): CalendarConnection {
  const { _id: id, provider_id, account, breaker } = record
  return {
    id,
    provider_id,
    status: statusOf(record),
    account_email: account.email,
    calendar_id: record.calendar_id,
    busy_calendar_ids: [...record.busy_calendar_ids],
    busy_invitations: busyInvitationsOf(record),
    breaker: breaker && { ...breaker, tripped_at: breaker.tripped_at.toISOString() },
    needs_reauth_since: record.needs_reauth_since?.toISOString() ?? null,
    synced_at: record.synced_at?.toISOString() ?? null,
    created_by: record.created_by,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  }
}

/** What the audit trail records of a change. Whose account it is stays that person's own business. */
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
