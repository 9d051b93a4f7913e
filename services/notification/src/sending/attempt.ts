import { newId } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { changeNotification } from '../notifications/change-notification.ts'
import { afterAttempt, fail, ownError, postpone, type Step } from '../notifications/lifecycle.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import type { ChooseProvider, Provider, SendResult } from '../providers/provider.ts'
import { permissionFor } from './permission.ts'

/** Milliseconds that a claimed notification is left alone by the others: a dead process's pass on after it. */
const CLAIM_MS = 25_000

/** Milliseconds that a provider is given; after it, whether it has accepted the message is unknown. */
export const SEND_LIMIT_MS = 15_000

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
  const provider = await choose(organization_id, channel)
  if (!provider) {
    const error = ownError('no_provider', `Nothing is set up to send by ${channel}.`)
    return await settle((current) => fail(current, error, now))
  }
  const finish = async (result: SendResult, at: Date) => {
    const { name, recognisesRepeats } = provider
    const attempted = { claim: claim ?? '', provider: name, recognisesRepeats, result, at }
    await changeNotification(ctx, _id, (current) =>
      afterAttempt(current, { ...attempted, random: Math.random() }),
    )
    if (result.outcome === 'refused' && result.error.code === OPTED_OUT) await noteOptOut(ctx, record, at)
  }
  // A process died while it was sending: nobody knows whether it did.
  if (record.in_flight && !provider.recognisesRepeats) return await finish(LOST, now)
  const permission = await permissionFor(ctx, record, now)
  if (permission.kind === 'give-up') return await settle((current) => fail(current, permission.error, now))
  if (permission.kind === 'wait') return await settle((current) => postpone(current, permission.until))
  if (!(await ctx.notifications.begin(record, provider.name, later(now, SEND_LIMIT_MS + WRITE_MARGIN_MS))))
    return
  const result = await give(provider, record)
  await finish(result, ctx.clock.now())
}

/** A provider does not send to whom has opted out there: neither are further messages tried. */
async function noteOptOut(ctx: NotificationContext, record: NotificationRecord, at: Date): Promise<void> {
  const { organization_id, to: address } = record
  if (address === null) return
  const reason = 'The provider refuses to send to this recipient.'
  await ctx.optOuts.add({ organization_id, address, source: 'provider', reason, created_at: at })
}

/** Gives a message to a provider, for a limited time. */
async function give(provider: Provider, record: NotificationRecord): Promise<SendResult> {
  const { _id: id, organization_id: organizationId, channel, to, subject, text } = record
  const limit = AbortSignal.timeout(SEND_LIMIT_MS)
  const tooLong = new Promise<SendResult>((resolve) => {
    const error = ownError('timeout', `The provider did not answer within ${SEND_LIMIT_MS / 1_000} s.`)
    limit.addEventListener('abort', () => resolve({ outcome: 'unknown', error }))
  })
  const message = { id, organizationId, channel, to: to ?? '', subject, text }
  return await Promise.race([provider.send(message, limit), tooLong])
}
