/** An open channel by which Google tells that a calendar has changed. */
export interface Channel {
  readonly id: string
  /** Google's name of what is watched, in each of its messages; null: it has not answered yet. */
  readonly resource_id: string | null
  /** SHA-256 of the token that Google shows with each message. */
  readonly token_hash: string
  readonly renew_at: Date
}

/** A calendar that a connection reads or writes, and how far that has come, as stored. */
export interface CalendarRecord {
  /** The connection and Google's id of the calendar. */
  readonly _id: string
  readonly organization_id: string
  readonly connection_id: string
  readonly provider_id: string
  readonly calendar_id: string
  /** Whether bookings are written to it. */
  readonly writes: boolean
  /** Whether its events block time. */
  readonly blocks: boolean
  /** Which of the kept busy times count: a new reading is complete before it takes the place of the old. */
  readonly generation: number
  /** Where the next reading goes on; null: from the beginning. */
  readonly sync_token: string | null
  readonly time_zone: string
  /** When to read it from the beginning again, as the days that count move on. */
  readonly reread_at: Date
  /** When it was read last, to the end. */
  readonly read_at: Date | null
  /** When to read it next. */
  readonly pull_at: Date
  /** When to write to it next; null: nothing is to be written. */
  readonly push_at: Date | null
  /** Nothing is tried before: it failed. */
  readonly not_before: Date
  readonly failures: number
  /** Who works on it; null: nobody. */
  readonly claim: string | null
  readonly claimed_until: Date
  /** Whether the one who works on it is to read it. */
  readonly pulling: boolean
  readonly channels: readonly Channel[]
  /** No channel is tried before: Google refused one. */
  readonly watch_after: Date
}

export const calendarKey = (connectionId: string, calendarId: string): string =>
  `${connectionId}:${calendarId}`
