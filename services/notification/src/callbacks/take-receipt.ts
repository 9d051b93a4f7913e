import type { NotificationContext } from '../context.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import type { Receipt } from '../notifications/outcome.ts'
import type { ProviderRecord } from '../providers/settings/provider-record.ts'
import { noteReceipt } from '../receipts/on-receipt.ts'

interface ReportedReceipt extends Omit<Receipt, 'provider'> {
  /** The provider's own message id, if it sends one. */
  readonly messageId?: string
}

/** The reporting provider of an organisation. */
export type ReceiptSource = Pick<ProviderRecord, '_id' | 'organization_id' | 'kind'>

/**
 * Handles a provider's report on a message. Ignores messages that the organisation did not send or that another
 * provider was given: a test message, or a deleted one.
 */
export async function takeReceipt(
  ctx: NotificationContext,
  { _id, organization_id, kind }: ReceiptSource,
  { messageId, ...receipt }: ReportedReceipt,
): Promise<void> {
  const record = await ctx.notifications.find(organization_id, receipt.notificationId)
  if (!record || !isOfAttempt(record, _id, messageId)) return
  // If another provider has sent it since, this one can still only report that it arrived after all.
  if (receipt.status !== 'delivered' && isWithAnother(record, _id)) return
  await noteReceipt(ctx, { ...receipt, provider: kind })
}

/** Whether the provider was given the message, under the message id reported. */
function isOfAttempt(
  { attempts, in_flight }: NotificationRecord,
  providerId: string,
  messageId: string | undefined,
): boolean {
  const own = attempts.filter(({ provider_id }) => provider_id === providerId)
  const known = own.flatMap(({ message_id }) => message_id ?? [])
  if (known.length > 0 && messageId !== undefined) return known.includes(messageId)
  // The report arrived before our own write, or the attempt's response was lost.
  return own.length > 0 || in_flight === providerId
}

const isWithAnother = ({ attempts }: NotificationRecord, providerId: string): boolean =>
  attempts.some(({ outcome, provider_id }) => outcome === 'sent' && provider_id !== providerId)
