import { bookingCodeRequested, type CloudEvent } from '@usher/contracts'
import { newId, openBookingCode, originOf, PermanentError, type SecretKey } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { NotificationContext } from '../context.ts'
import { fail, ownError, type Step } from '../notifications/lifecycle.ts'
import { type NotificationRecord, newNotification } from '../notifications/notification.ts'
import { channelOf, unreachableBySms } from '../recipients/reach.ts'
import { contentFrom } from '../templates/content.ts'
import { templateFor } from '../templates/find-template.ts'

/** Stands for the code wherever a message is stored or shown: only its recipient reads the code. */
const MASK = '••••••'

/**
 * The message with a customer's code.
 *
 * @throws PermanentError for an event without the required data
 */
export async function codeNotification(ctx: NotificationContext, event: CloudEvent): Promise<Step> {
  const parsed = bookingCodeRequested.data.safeParse(event.data)
  if (!parsed.success) throw new PermanentError('not the data of a code')
  const { id, to, locale, sealed_code, expires_at } = parsed.data
  const organization_id = event.organizationid
  const template = await templateFor(ctx, organization_id, { kind: 'booking_code', locale })
  const venue_name = (await ctx.organizations.brandOf(organization_id))?.name ?? null
  const minutes_left = Math.round((Date.parse(expires_at) - Date.parse(event.time)) / MINUTE_MS)
  const filled = contentFrom(template, { code: MASK, minutes_left, venue_name })
  const content = 'content' in filled ? filled.content : { template_id: template.id, subject: '', text: '' }
  const now = ctx.clock.now()
  const record = newNotification(
    newId('notification'),
    {
      ...{ organization_id, guest_id: null, queue_id: null, kind: 'booking_code' as const },
      ...{ channel: channelOf(to), to, ...content, code: { id, sealed: sealed_code } },
      origin: { ...originOf(event), actor: 'system' },
      ...{ send_at: null, expires_at: new Date(expires_at), cause: `booking_code ${id}` },
    },
    now,
  )
  if ('reason' in filled) return fail(record, ownError('template_failed', filled.reason), now)
  const unreachable = record.channel === 'sms' ? unreachableBySms(to) : undefined
  if (!unreachable) return { record, told: [] }
  return fail(record, ownError(unreachable.code, `The phone number ${unreachable.reason}.`), now)
}

/** Subject and text as they are sent, with the code that is sealed in the record. */
export function withCode(
  { subject, text, code }: Pick<NotificationRecord, 'subject' | 'text' | 'code'>,
  keys: readonly SecretKey[],
): Pick<NotificationRecord, 'subject' | 'text'> {
  if (!code) return { subject, text }
  const digits = openBookingCode(code.sealed, code.id, keys)
  return { subject: subject.replaceAll(MASK, digits), text: text.replaceAll(MASK, digits) }
}
