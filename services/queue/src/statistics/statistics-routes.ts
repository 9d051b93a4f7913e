import { type CustomField, type FieldValue, operations } from '@usher/contracts'
import { csvRows, csvStart, type OperationRouter } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { fittingFields } from '../guests/custom-fields.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import { actualWait, foldVisits } from './fold.ts'
import { periodOf } from './period.ts'

/** Routes for statistics and guest exports. */
export function statisticsRoutes({ reader, visits, clock }: QueueContext, { on }: OperationRouter): void {
  on(operations.getQueueStatistics, async ({ params, query, caller }) => {
    const state = await reader.queue(params.id, caller)
    const period = periodOf(query, clock.now())
    const { timezone } = state.queue
    return {
      body: {
        queue_id: params.id,
        from: period.from.toISOString(),
        to: period.to.toISOString(),
        timezone,
        ...(await foldVisits(visits.visits(state.queue, period), timezone)),
      },
    }
  })

  on(operations.exportGuests, async ({ params, query, caller }) => {
    const state = await reader.queue(params.id, caller)
    const period = periodOf(query, clock.now())
    return {
      body: guestCsv(visits.visits(state.queue, period), state.queue.custom_fields, query.bom),
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="guests-${params.id}.csv"`,
      },
    }
  })
}

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
async function* guestCsv(
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
