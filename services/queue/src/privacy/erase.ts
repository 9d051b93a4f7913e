import type { CloudEvent, PrivacySubject } from '@usher/contracts'
import { originOf, privacyAnswer, type Step } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { guestCommand } from '../engine/guest-command.ts'
import { eraseGuest } from './anonymize.ts'
import type { PrivacyState } from './state.ts'

const GUESTS = 256
const DELETED_AT_ONCE = 1_000

/** Time after which no request admitted before an organisation was closed can still write, in ms. */
const ALL_OUT_MS = 120_000

/** Anonymises the next guests, through the writer: they may be in a line, or be brought back by undo. */
export async function eraseGuests(
  ctx: QueueContext,
  event: CloudEvent,
  subject: PrivacySubject,
  state: PrivacyState,
): Promise<Step<PrivacyState>> {
  const access = { organization_id: event.organizationid }
  const found = await ctx.privacy.identified(event.organizationid, subject, GUESTS)
  // First, as anonymised guests are not found again.
  await ctx.ledger.forgetReasons(found)
  const act = { now: ctx.clock.now(), origin: originOf(event), statusUrl: ctx.statusUrl }
  const erase = (id: string) =>
    ctx.writer.submit(guestCommand(id, access, (line, guest) => eraseGuest(line, guest, act)))
  await Promise.all(found.map(erase))
  const records = state.records + found.length
  if (found.length === GUESTS) return { events: [], state: { ...state, records } }
  return { events: [lastAnswer(event, records, act.now)] }
}

/**
 * Deletes the next guests of a closed organisation, then its queues; and does so again once no earlier request can
 * still write, for what was written meanwhile.
 */
export async function eraseOrganization(
  ctx: QueueContext,
  event: CloudEvent,
  state: PrivacyState,
): Promise<Step<PrivacyState>> {
  const organizationId = event.organizationid
  const deleted = await ctx.privacy.deleteSome(organizationId, DELETED_AT_ONCE)
  const records = state.records + deleted
  if (deleted === DELETED_AT_ONCE) return { events: [], state: { ...state, records } }
  const queues = await ctx.queues.ofOrganization(organizationId)
  await ctx.ledger.deleteAllOf(queues.map(({ _id }) => _id))
  const all = records + (await ctx.queues.deleteAllOf(organizationId))
  await ctx.retentions.delete(organizationId)
  await ctx.idempotency.deleteAllOf(organizationId)
  const now = ctx.clock.now()
  if (state.passes > 0) return { events: [lastAnswer(event, all, now)] }
  const notBefore = new Date(now.getTime() + ALL_OUT_MS)
  return { events: [], state: { ...state, records: all, passes: 1 }, notBefore }
}

const lastAnswer = (event: CloudEvent, records: number, now: Date): CloudEvent =>
  privacyAnswer('queue', event, { part: 1, isLast: true, records, data: null }, now)
