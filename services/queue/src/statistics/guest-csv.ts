import type { CustomField, FieldValue } from '@usher/contracts'
import { stringify } from 'csv-stringify/sync'
import { fittingFields } from '../guests/custom-fields.ts'
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
  'tags',
  'email',
] as const

/** Guests as CSV (RFC 4180), with a column for each custom field. */
export async function* guestCsv(
  guests: AsyncIterable<GuestRecord>,
  asked: readonly CustomField[],
): AsyncIterable<string> {
  yield lineOf([...COLUMNS, ...asked.map(({ key }) => `fields.${key}`)])
  for await (const guest of guests) {
    const fields = new Map(Object.entries(fittingFields(asked, guest.fields)))
    const own = COLUMNS.map((column) => cellOf(guest, column))
    yield lineOf([...own, ...asked.map(({ key }) => fieldCell(fields.get(key)))])
  }
}

const fieldCell = (value: FieldValue | undefined): unknown =>
  typeof value === 'string' ? harmless(value) : value?.toString()

/** Notes have lines, which must not begin rows: a line break of any kind is quoted, not only that of the rows. */
const lineOf = (values: readonly unknown[]): string =>
  stringify([[...values]], { record_delimiter: 'windows', quoted_match: /[\r\n]/ })

function cellOf(guest: GuestRecord, column: (typeof COLUMNS)[number]): unknown {
  if (column === 'id') return guest._id
  if (column === 'actual_wait') return actualWait(guest)?.toFixed(1)
  if (column === 'name' || column === 'notes' || column === 'email') return harmless(guest[column] ?? null)
  if (column === 'tags') return harmless(guest.tags?.join(', ') ?? null)
  const value = guest[column]
  return value instanceof Date ? value.toISOString() : value
}

/** Text that people typed, so that no spreadsheet runs it as a formula (OWASP, CSV Injection). */
const harmless = (text: string | null): string | null =>
  text !== null && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
