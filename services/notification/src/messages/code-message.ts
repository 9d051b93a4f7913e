import { bookingCodeRequested, type CloudEvent } from '@usher/contracts'
import { openBookingCode, originOf, PermanentError, type SecretKey } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { NotificationContext } from '../context.ts'
import type { Step } from '../notifications/lifecycle.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import { addressRecipient, composeMessage } from './compose-message.ts'

/** Stands for the code wherever a message is stored or shown: only its recipient reads the code. */
const MASK = '••••••'

/**
 * The message with a customer's code.
 *
 * @throws PermanentError for an event without the required data
 */
export async function codeMessage(ctx: NotificationContext, event: CloudEvent): Promise<Step> {
  const parsed = bookingCodeRequested.data.safeParse(event.data)
  if (!parsed.success) throw new PermanentError('not the data of a code')
  const { id, to, locale, sealed_code, expires_at } = parsed.data
  const minutes_left = Math.round((Date.parse(expires_at) - Date.parse(event.time)) / MINUTE_MS)
  const occasion = {
    kind: 'booking_code',
    cause: `booking_code ${id}`,
    code: { id, sealed: sealed_code },
    origin: originOf(event),
    expires_at: new Date(expires_at),
  } as const
  const recipient = addressRecipient(to, { organization_id: event.organizationid, locale })
  return await composeMessage(ctx, occasion, recipient, { code: MASK, minutes_left })
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
