import { stringify } from 'csv-stringify/sync'
import type { GuestRecord } from '../guests/guest-record.ts'
import { actualWait } from './fold.ts'

const COLUMNS = [
  'id',
  'name',
  'phone',
  'party_size',
  'status',
  'notes',
  'quoted_wait',
  'actual_wait',
  'created_at',
  'notified_at',
  'seated_at',
  'no_show_at',
  'removed_at',
] as const

/** Guests as CSV (RFC 4180). */
export async function* guestCsv(guests: AsyncIterable<GuestRecord>): AsyncIterable<string> {
  yield lineOf(COLUMNS)
  for await (const guest of guests) yield lineOf(COLUMNS.map((column) => cellOf(guest, column)))
}

const lineOf = (values: readonly unknown[]): string =>
  stringify([[...values]], { record_delimiter: 'windows' })

function cellOf(guest: GuestRecord, column: (typeof COLUMNS)[number]): unknown {
  if (column === 'id') return guest._id
  if (column === 'actual_wait') return actualWait(guest)?.toFixed(1)
  if (column === 'name' || column === 'notes') return harmless(guest[column])
  const value = guest[column]
  return value instanceof Date ? value.toISOString() : value
}

/** Text that people typed, so that no spreadsheet runs it as a formula (OWASP, CSV Injection). */
const harmless = (text: string | null): string | null =>
  text !== null && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
