import type { NotificationContext } from '../context.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import type { Receipt } from '../notifications/outcome.ts'
import type { OnReceipt } from '../providers/provider.ts'
import type { ProviderRecord } from '../providers/settings/provider-record.ts'

interface Told extends Omit<Receipt, 'provider'> {
  /** The provider's own identifier of the message, where it tells. */
  readonly messageId?: string
}

/** Who tells: a provider of an organisation. */
export type ReceiptSource = Pick<ProviderRecord, '_id' | 'organization_id' | 'kind'>

/**
 * Takes what a provider tells of a message. What its organisation has not sent, or another provider was given, is
 * passed over: the message of a test, or one that is deleted.
 */
export async function takeReceipt(
  { notifications }: NotificationContext,
  onReceipt: OnReceipt,
  { _id, organization_id, kind }: ReceiptSource,
  { messageId, ...receipt }: Told,
): Promise<void> {
  const record = await notifications.find(organization_id, receipt.notificationId)
  if (!record || !isOfAttempt(record, _id, messageId)) return
  // Where another provider has sent it since, this one can only tell that it arrived all the same.
  if (receipt.status !== 'delivered' && isWithAnother(record, _id)) return
  await onReceipt({ ...receipt, provider: kind })
}

/** Whether the provider was given the message, and knows it by the identifier under which it took it. */
function isOfAttempt(
  { attempts, in_flight }: NotificationRecord,
  providerId: string,
  messageId: string | undefined,
): boolean {
  const own = attempts.filter(({ provider_id }) => provider_id === providerId)
  const known = own.flatMap(({ message_id }) => message_id ?? [])
  if (known.length > 0 && messageId !== undefined) return known.includes(messageId)
  // One that comes before our own write, or of an attempt whose answer was not heard.
  return own.length > 0 || in_flight === providerId
}

const isWithAnother = ({ attempts }: NotificationRecord, providerId: string): boolean =>
  attempts.some(({ outcome, provider_id }) => outcome === 'sent' && provider_id !== providerId)
