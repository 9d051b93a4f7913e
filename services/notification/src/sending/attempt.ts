import { newId } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { RECEIPT_WITHIN_MS } from '../failover/overdue.ts'
import { changeNotification } from '../notifications/change-notification.ts'
import {
  afterAttempt,
  fail,
  hold,
  mayBeWith,
  OUTCOME_UNKNOWN,
  ownError,
  postpone,
  type Step,
} from '../notifications/lifecycle.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import type { ChooseProvider, OutgoingMessage, SendResult } from '../providers/provider.ts'
import { ProviderResting, REST_MS } from './breaker.ts'
import { give, SEND_LIMIT_MS } from './give.ts'
import { permissionFor } from './permission.ts'

/** Milliseconds that a claimed notification is left alone by the others: a dead process's pass on after it. */
const CLAIM_MS = 25_000

/** Milliseconds left for writing the result of an attempt. */
const WRITE_MARGIN_MS = 5_000

const later = (date: Date, ms: number) => new Date(date.getTime() + ms)

/** Code of a provider's refusal to send to somebody who has opted out. */
const OPTED_OUT = 'opted_out'

const LOST: SendResult = {
  outcome: 'unknown',
  error: ownError('interrupted', 'The attempt was interrupted.'),
}

/** Claims the notification that has been due for longest; null when nothing is due. */
export function claimDue({ notifications, clock }: NotificationContext): Promise<NotificationRecord | null> {
  const now = clock.now()
  return notifications.claimDue({ now, claim: newId('request'), until: later(now, CLAIM_MS) })
}

/** Does one attempt to send a claimed notification. */
export async function attempt(
  ctx: NotificationContext,
  choose: ChooseProvider,
  record: NotificationRecord,
): Promise<void> {
  const { _id, claim, organization_id, channel } = record
  const now = ctx.clock.now()
  const settle = (decide: (current: NotificationRecord) => Step) =>
    changeNotification(ctx, _id, (current) =>
      current.claim === claim ? decide(current) : { record: current, told: [] },
    )
  const before = mayBeWith(record)
  const provider = await choose(organization_id, channel, before)
  // Another one would not recognise it, and send it twice.
  if (before && provider?.id !== before) return await settle((current) => fail(current, OUTCOME_UNKNOWN, now))
  if (!provider) {
    const error = ownError('no_provider', `Nothing is set up to send by ${channel}.`)
    return await settle((current) => fail(current, error, now))
  }
  const finish = async (result: SendResult, at: Date) => {
    const { id: providerId, name, recognisesRepeats, givesReceipts } = provider
    const receiptDueAt = givesReceipts && record.guest_id ? later(at, RECEIPT_WITHIN_MS) : undefined
    const facts = { claim: claim ?? '', provider: name, providerId, recognisesRepeats, receiptDueAt }
    const attempted = { ...facts, result, at }
    await changeNotification(ctx, _id, (current) =>
      afterAttempt(current, { ...attempted, random: Math.random() }),
    )
    if (result.outcome === 'refused' && result.error.code === OPTED_OUT) await noteOptOut(ctx, record, at)
  }
  // A process died while it was sending: nobody knows whether it did.
  if (record.in_flight && !provider.recognisesRepeats) return await finish(LOST, now)
  const permission = await permissionFor(ctx, record, now)
  if (permission.kind === 'give-up') return await settle((current) => fail(current, permission.error, now))
  if (permission.kind === 'wait') return await settle((current) => hold(current, permission.held))
  // Not all at once, once it may be asked again.
  const restMs = REST_MS * (1 + Math.random())
  const rest = () => settle((current) => postpone(current, later(ctx.clock.now(), restMs)))
  if (provider.isResting?.()) return await rest()
  if (!(await ctx.notifications.begin(record, provider.id, later(now, SEND_LIMIT_MS + WRITE_MARGIN_MS))))
    return
  const result = await give(provider, messageOf(record)).catch((error) => {
    if (error instanceof ProviderResting) return null
    throw error
  })
  if (!result) return await rest()
  await finish(result, ctx.clock.now())
}

const messageOf = (record: NotificationRecord): OutgoingMessage => ({
  id: record._id,
  organizationId: record.organization_id,
  channel: record.channel,
  to: record.to ?? '',
  subject: record.subject,
  text: record.text,
  locale: record.locale,
  expiresAt: record.expires_at,
})

/** A provider does not send to whom has opted out there: neither are further messages tried. */
async function noteOptOut(ctx: NotificationContext, record: NotificationRecord, at: Date): Promise<void> {
  const { organization_id, to: address } = record
  if (address === null) return
  const reason = 'The provider refuses to send to this recipient.'
  await ctx.optOuts.add({ organization_id, address, source: 'provider', reason, created_at: at })
}
