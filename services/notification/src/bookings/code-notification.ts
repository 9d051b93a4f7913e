import { bookingCodeRequested, type CloudEvent } from '@usher/contracts'
import { openBookingCode, originOf, PermanentError, type SecretKey } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { NotificationContext } from '../context.ts'
import { fail, ownError, type Step } from '../notifications/lifecycle.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import { unreachableBySms } from '../recipients/reach.ts'
import { filledMessage } from './filled-message.ts'

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
  const minutes_left = Math.round((Date.parse(expires_at) - Date.parse(event.time)) / MINUTE_MS)
  const step = await filledMessage(ctx, {
    ...{ organization_id: event.organizationid, kind: 'booking_code', locale, to },
    ...{ code: { id, sealed: sealed_code }, valuesIn: () => ({ code: MASK, minutes_left }) },
    ...{ origin: originOf(event), expiresAt: new Date(expires_at), cause: `booking_code ${id}` },
  })
  const { record } = step
  const unreachable =
    record.status === 'failed' || record.channel !== 'sms' ? undefined : unreachableBySms(to)
  if (!unreachable) return step
  return fail(record, ownError(unreachable.code, `The phone number ${unreachable.reason}.`), ctx.clock.now())
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
