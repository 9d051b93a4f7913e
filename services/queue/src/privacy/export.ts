import type { PrivacyRecords } from '@usher/contracts'
import type { PrivacyRequest } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { storedQueue } from '../queues/queue-view.ts'
import type { ExpectedRecord } from '../records/expected-record.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import type { LedgerChange } from '../records/ledger-record.ts'
import type { Outcome, PrivacyState } from './state.ts'

/** Guests per answer: at 2 kB each far below the broker's message limit. */
const GUESTS = 500

/** Exports the next guests; an export of an organisation starts with its queues. */
export async function exportGuests(
  ctx: QueueContext,
  { organizationId, subject }: PrivacyRequest,
  state: PrivacyState,
): Promise<Outcome> {
  const found = await ctx.privacy.page(organizationId, subject, state.after, GUESTS)
  const isFirstOfAll = 'organization' in subject && state.parts === 0
  const queues = isFirstOfAll ? await ctx.queues.ofOrganization(organizationId) : []
  const reasons = await ctx.ledger.reasons(found.map(({ _id }) => _id))
  const isLast = found.length < GUESTS
  const expected = isLast ? await ctx.expected.ofSubject(organizationId, subject, GUESTS) : []
  const data: PrivacyRecords = [
    ...queues.map((queue) => ({ type: 'queue', ...storedQueue(queue) })),
    ...found.map((guest) => exported(guest, reasons)),
    ...expected.map(exportedBooking),
  ]
  const part = state.parts + 1
  const answer = { part, records: data.length, data }
  const after = found.at(-1)?._id ?? state.after
  return { answer, ...(!isLast && { state: { ...state, after, parts: part } }) }
}

/** The copy of a booking; the bookings themselves are exported by their own service. */
function exportedBooking({ _id, organization_id: _, ...copy }: ExpectedRecord): PrivacyRecords[number] {
  return JSON.parse(JSON.stringify({ type: 'expected_booking', id: _id, ...copy }))
}

/** Everything stored about a guest, with the reasons given for changes, except what only keeps the line in order. */
function exported(guest: GuestRecord, reasons: readonly LedgerChange[]): PrivacyRecords[number] {
  const {
    _id,
    organization_id: _,
    rank: __,
    sequence: ___,
    line_version: ____,
    since_version: _____,
    former_stays: ______,
    tag_keys: _______,
    search_keys: ________,
    ...known
  } = guest
  const changes = reasons
    .filter(({ guest_id }) => guest_id === _id)
    .map(({ at, type, reason }) => ({ at, type, reason }))
  return JSON.parse(JSON.stringify({ type: 'guest', id: _id, ...known, changes }))
}
