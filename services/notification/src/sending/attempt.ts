import { newId } from '@usher/service-kit'
import type { Terms } from '../checks/check.ts'
import { permissionFor } from '../checks/permission.ts'
import { noteReturned, showsNameAlone } from '../checks/shared-limits.ts'
import { noteOptOut, OPTED_OUT } from '../consent/note-opt-out.ts'
import type { NotificationContext } from '../context.ts'
import { withCode } from '../messages/code-message.ts'
import type { CountedMarks } from '../notifications/begin.ts'
import type { Claim } from '../notifications/claim-due.ts'
import {
  afterAttempt,
  afterReceipt,
  fail,
  hold,
  mayBeWith,
  OUTCOME_UNKNOWN,
  ownError,
  postpone,
  type Step,
} from '../notifications/lifecycle.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import type { SendResult } from '../notifications/outcome.ts'
import { ProviderResting, REST_MS } from '../providers/breaker.ts'
import { give, SEND_LIMIT_MS } from '../providers/give.ts'
import type { Letterhead, OutgoingMessage, Provider } from '../providers/provider.ts'

/** Lifetime of a claim on a notification, in ms: after it, those of a dead process pass to others. */
const CLAIM_MS = 25_000

/** Time left for writing the result of an attempt, in ms. */
const WRITE_MARGIN_MS = 5_000

const later = (date: Date, ms: number) => new Date(date.getTime() + ms)

const LOST: SendResult = {
  outcome: 'unknown',
  error: ownError('interrupted', 'The attempt was interrupted.'),
}

/** A new claim, with which only this process may send what it claims for a while. */
export function newClaim({ clock }: Pick<NotificationContext, 'clock'>): Claim {
  const now = clock.now()
  return { now, claim: newId('request'), until: later(now, CLAIM_MS) }
}

/** Makes one attempt to send a claimed notification. */
export async function attempt(ctx: NotificationContext, record: NotificationRecord): Promise<void> {
  const { organization_id, channel, in_flight } = record
  const now = ctx.clock.now()
  const settle = settlingOf(ctx, record)
  const before = mayBeWith(record)
  const provider = await ctx.choose(organization_id, channel, before)
  // Another provider would not recognise the repeat, and send it twice.
  if (before && provider?.id !== before) return await settle((current) => fail(current, OUTCOME_UNKNOWN, now))
  if (!provider) {
    const error = ownError('no_provider', `Nothing is set up to send by ${channel}.`)
    return await settle((current) => fail(current, error, now))
  }
  const terms = { provider, settings: await ctx.settings.recall(organization_id) }
  // A process died while sending: whether it was sent is unknown.
  if (in_flight && !provider.recognisesRepeats) return await finish(ctx, terms, record, LOST)
  const permission = await permissionFor(ctx, record, now, terms)
  if (permission.kind === 'give-up') return await settle((current) => fail(current, permission.error, now))
  if (permission.kind === 'wait') return await settle((current) => hold(current, permission.held))
  const marks: CountedMarks = { counted: true, ...(provider.isShared && { shared_counted: true as const }) }
  const result = await giveUnlessResting(ctx, provider, record, marks)
  // It counts all the same, whoever sends it.
  if (result === 'not mine') return await ctx.notifications.mark(record._id, marks)
  if (result !== 'resting') return await finish(ctx, terms, record, result)
  // With jitter, so that not all retry at once when the breaker lets them.
  const restMs = REST_MS * (1 + Math.random())
  await settle((current) => postpone({ ...current, ...marks }, later(ctx.clock.now(), restMs)))
}

/** Changes a notification while this process holds the claim. */
const settlingOf =
  (ctx: NotificationContext, { _id, claim }: NotificationRecord) =>
  (decide: (current: NotificationRecord) => Step): Promise<void> =>
    ctx.changeNotification(_id, (current) =>
      current.claim === claim ? decide(current) : { record: current, told: [] },
    )

async function giveUnlessResting(
  ctx: NotificationContext,
  provider: Provider,
  record: NotificationRecord,
  marks: CountedMarks,
): Promise<SendResult | 'resting' | 'not mine'> {
  const { notifications, clock } = ctx
  if (provider.isResting?.()) return 'resting'
  // Before the message counts as begun: nothing may fail between that and giving it.
  const letterhead = await letterheadOf(ctx, provider, record)
  const message = messageOf({ ...record, ...withCode(record, ctx.config.codeKeys) }, letterhead)
  const stillUntil = later(clock.now(), SEND_LIMIT_MS + WRITE_MARGIN_MS)
  if (!(await notifications.begin({ record, provider: provider.id, marks, stillUntil }))) return 'not mine'
  return await give(provider, message).catch((error) => {
    if (error instanceof ProviderResting) return 'resting' as const
    throw error
  })
}

async function letterheadOf(
  ctx: NotificationContext,
  { isShared }: Provider,
  { channel, organization_id }: NotificationRecord,
): Promise<Letterhead | undefined> {
  const brand = channel === 'email' ? await ctx.organizations.brandOf(organization_id) : undefined
  if (!brand) return undefined
  const { name, brand_color, logo_path, ...shown } = brand
  if (isShared && (await showsNameAlone(ctx, organization_id, ctx.clock.now())))
    return { name, brand_color, address: null, phone: null, logo_url: null }
  return { ...shown, name, brand_color, logo_url: logo_path && new URL(logo_path, ctx.config.publicUrl).href }
}

/** Records the outcome of an attempt. */
async function finish(
  ctx: NotificationContext,
  { provider, settings }: Terms & { readonly provider: Provider },
  record: NotificationRecord,
  result: SendResult,
): Promise<void> {
  const at = ctx.clock.now()
  const { id: providerId, name, recognisesRepeats } = provider
  const isExpected = result.outcome === 'sent' && expectsReceipt(provider, record)
  const receiptDueAt = isExpected ? later(at, settings.failover_after_seconds * 1_000) : undefined
  const facts = { claim: record.claim ?? '', provider: name, providerId, recognisesRepeats, receiptDueAt }
  const attempted = { ...facts, result, at, random: Math.random() }
  const asSent = (current: NotificationRecord) =>
    provider.isPretended ? { ...current, ...withCode(current, ctx.config.codeKeys) } : current
  const known = result.outcome === 'sent' ? result.receipt : undefined
  const receipt = known && { ...known, notificationId: record._id, provider: name, at }
  await ctx.changeNotification(record._id, (current) => {
    const step = afterAttempt(asSent(current), attempted)
    const ended = receipt ? afterReceipt(step.record, receipt) : undefined
    return ended ? { record: ended.record, told: [...step.told, ...ended.told] } : step
  })
  if (result.outcome !== 'refused') return
  if (result.error.code === OPTED_OUT) await noteOptOut(ctx, record._id, at)
  if (provider.isShared) await noteReturned(ctx, record.organization_id, result.error, at)
}

/** Whether a receipt is expected, for a message to a guest or with another channel to try. */
const expectsReceipt = (
  { givesReceipts }: Provider,
  { guest_id, alternatives = [] }: NotificationRecord,
): boolean => Boolean(givesReceipts) && (guest_id !== null || alternatives.length > 0)

const messageOf = (record: NotificationRecord, letterhead: Letterhead | undefined): OutgoingMessage => ({
  id: record._id,
  organizationId: record.organization_id,
  channel: record.channel,
  to: record.to ?? '',
  subject: record.subject,
  text: record.text,
  locale: record.locale,
  letterhead,
  invite: record.invite,
  expiresAt: record.expires_at,
  attempt: record.attempts.length + 1,
})
