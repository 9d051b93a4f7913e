import { ALL_HERE_MS, type PrivacyRequest } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { guestCommand } from '../engine/guest-command.ts'
import { reloadLines } from '../expected/reload-lines.ts'
import { eraseGuest } from './anonymize.ts'
import type { Outcome, PrivacyState } from './state.ts'

const GUESTS = 256
const DELETED_AT_ONCE = 1_000

/** Anonymises the next guests, through the writer: they may be in a line, or be brought back by undo. */
export async function eraseGuests(
  ctx: QueueContext,
  { organizationId, subject, origin }: PrivacyRequest,
  state: PrivacyState,
): Promise<Outcome> {
  const access = { organization_id: organizationId }
  await reloadLines(ctx, await ctx.expected.forget(organizationId, subject), origin)
  const found = await ctx.privacy.identified(organizationId, subject, GUESTS)
  // First, as anonymised guests are not found again.
  await ctx.ledger.forgetReasons(found)
  const act = { now: ctx.clock.now(), origin, statusUrl: ctx.statusUrl }
  const erase = (id: string) =>
    ctx.writer.submit(guestCommand(id, access, (line, guest) => eraseGuest(line, guest, act)))
  await Promise.all(found.map(erase))
  const records = state.records + found.length
  if (found.length === GUESTS) return { state: { ...state, records } }
  return { answer: { part: 1, records, data: null } }
}

/**
 * Deletes the next guests of a closed organisation, then its queues; and does so again once no earlier request can
 * still write, for what was written meanwhile.
 */
export async function eraseOrganization(
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
