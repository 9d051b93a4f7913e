import type { CustomField, FieldValue } from '@usher/contracts'
import { csvRows, csvStart } from '@usher/service-kit'
import { fittingFields } from '../guests/custom-fields.ts'
import type { GuestRecord } from '../records/guest-record.ts'
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

/** Guests as CSV, with a column for each custom field. */
export async function* guestCsv(
  guests: AsyncIterable<GuestRecord>,
  asked: readonly CustomField[],
  bom: 'true' | 'false',
): AsyncIterable<string> {
  yield csvStart(bom)
  yield csvRows([[...COLUMNS, ...asked.map(({ key }) => `fields.${key}`)]])
  for await (const guest of guests) {
    const fields = new Map(Object.entries(fittingFields(asked, guest.fields)))
    const own = COLUMNS.map((column) => cellOf(guest, column))
    yield csvRows([[...own, ...asked.map(({ key }) => fieldCell(fields.get(key)))]])
  }
}

const fieldCell = (value: FieldValue | undefined): unknown =>
  Array.isArray(value) ? value.toString() : value

function cellOf(guest: GuestRecord, column: (typeof COLUMNS)[number]): unknown {
  if (column === 'id') return guest._id
  if (column === 'actual_wait') return actualWait(guest)?.toFixed(1)
  if (column === 'tags') return guest.tags.join(', ')
  const value = guest[column]
  return value instanceof Date ? value.toISOString() : value
}
