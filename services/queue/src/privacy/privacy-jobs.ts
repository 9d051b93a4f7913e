import type { PrivacyRecords } from '@usher/contracts'
import { ALL_HERE_MS, createPrivacyStep, type PrivacyOutcome, type PrivacyRequest } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { guestCommand } from '../engine/guest-command.ts'
import { reloadLines } from '../expected/reload-lines.ts'
import { storedQueue } from '../queues/queue-view.ts'
import type { ExpectedRecord } from '../records/expected-record.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import type { LedgerChange } from '../records/ledger-record.ts'
import { eraseGuest } from './anonymize.ts'

/** Progress of a privacy request. */
interface PrivacyState {
  /** The last guest exported. */
  readonly after: string
  /** Answers sent. */
  readonly parts: number
  /** Records erased. */
  readonly records: number
  /** How often the whole organisation was erased. */
  readonly passes: number
}

type Outcome = PrivacyOutcome<PrivacyState>

const START: PrivacyState = { after: '', parts: 0, records: 0, passes: 0 }

/** Runs one step of a requested export or erasure. */
export const privacyStep = (ctx: QueueContext) =>
  createPrivacyStep<PrivacyState>('queue', ctx.clock, (request, state = START) => {
    if (request.isExport) return exportGuests(ctx, request, state)
    return 'organization' in request.subject
      ? eraseOrganization(ctx, request.organizationId, state)
      : eraseGuests(ctx, request, state)
  })

/** Guests per answer: at 2 kB each far below the broker's message limit. */
const EXPORTED_AT_ONCE = 500

/** Exports the next guests; an export of an organisation starts with its queues. */
async function exportGuests(
  ctx: QueueContext,
  { organizationId, subject }: PrivacyRequest,
  state: PrivacyState,
): Promise<Outcome> {
  const found = await ctx.privacy.page(organizationId, subject, state.after, EXPORTED_AT_ONCE)
  const isFirstOfAll = 'organization' in subject && state.parts === 0
  const queues = isFirstOfAll ? await ctx.queues.ofOrganization(organizationId) : []
  const reasons = await ctx.ledger.reasons(found.map(({ _id }) => _id))
  const isLast = found.length < EXPORTED_AT_ONCE
  const expected = isLast ? await ctx.expected.ofSubject(organizationId, subject, EXPORTED_AT_ONCE) : []
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

const ERASED_AT_ONCE = 256
const DELETED_AT_ONCE = 1_000

/** Anonymises the next guests, through the writer: they may be in a line, or be brought back by undo. */
async function eraseGuests(
  ctx: QueueContext,
  { organizationId, subject, origin }: PrivacyRequest,
  state: PrivacyState,
): Promise<Outcome> {
  const access = { organization_id: organizationId }
  await reloadLines(ctx, await ctx.expected.forget(organizationId, subject), origin)
  const found = await ctx.privacy.identified(organizationId, subject, ERASED_AT_ONCE)
  // First, as anonymised guests are not found again.
  await ctx.ledger.forgetReasons(found)
  const act = { now: ctx.clock.now(), origin, statusUrl: ctx.statusUrl }
  const erase = (id: string) =>
    ctx.writer.submit(guestCommand(id, access, (line, guest) => eraseGuest(line, guest, act)))
  await Promise.all(found.map(erase))
  const records = state.records + found.length
  if (found.length === ERASED_AT_ONCE) return { state: { ...state, records } }
  return { answer: { part: 1, records, data: null } }
}

/**
 * Deletes the next guests of a closed organisation, then its queues; and does so again once no earlier request can
 * still write, for what was written meanwhile.
 */
async function eraseOrganization(
  ctx: QueueContext,
  organizationId: string,
  state: PrivacyState,
): Promise<Outcome> {
  const deleted = await ctx.privacy.deleteSome(organizationId, DELETED_AT_ONCE)
  const records = state.records + deleted
  if (deleted === DELETED_AT_ONCE) return { state: { ...state, records } }
  const queues = await ctx.queues.ofOrganization(organizationId)
  await ctx.ledger.deleteAllOf(queues.map(({ _id }) => _id))
  const others = await ctx.expected.deleteAllOf(organizationId)
  const all = records + others + (await ctx.queues.deleteAllOf(organizationId))
  await ctx.retentions.delete(organizationId)
  await ctx.idempotency.deleteAllOf(organizationId)
  if (state.passes > 0) return { answer: { part: 1, records: all, data: null } }
  const notBefore = new Date(ctx.clock.now().getTime() + ALL_HERE_MS)
  return { state: { ...state, records: all, passes: 1 }, notBefore }
}
