/** An open push channel, through which Google announces changes of a calendar. */
export interface Channel {
  readonly id: string
  /** Google's id of the watched resource, in each of its messages; null: not answered yet. */
  readonly resource_id: string | null
  /** SHA-256 of the token that Google sends with each message. */
  readonly token_hash: string
  readonly renew_at: Date
}

/** A calendar that a connection reads or writes, and its progress, as stored. */
export interface CalendarRecord {
  /** From the connection and Google's id of the calendar. */
  readonly _id: string
  readonly organization_id: string
  readonly connection_id: string
  readonly provider_id: string
  readonly calendar_id: string
  /** Whether bookings are written to it. */
  readonly writes: boolean
  /** Whether its events block time. */
  readonly blocks: boolean
  /** The generation of busy times in force: a new reading completes before it replaces the old. */
  readonly generation: number
  /** Where the next reading resumes; null: from the start. */
  readonly sync_token: string | null
  readonly time_zone: string
  /** When to read it whole again, as the window moves on. */
  readonly reread_at: Date
  /** When it was last read to the end. */
  readonly read_at: Date | null
  /** When to read it next. */
  readonly pull_at: Date
  /** When to write to it next; null: nothing to write. */
  readonly push_at: Date | null
  /** No attempt before this time: it failed. */
  readonly not_before: Date
  readonly failures: number
  /** Claim of the process working on it; null: none. */
  readonly claim: string | null
  readonly claimed_until: Date
  /** Whether the claim includes reading it. */
  readonly pulling: boolean
  readonly channels: readonly Channel[]
  /** No new channel before this time: Google refused one. */
  readonly watch_after: Date
}

export const calendarKey = (connectionId: string, calendarId: string): string =>
  `${connectionId}:${calendarId}`
