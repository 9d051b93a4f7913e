import { noteReturned } from '../checks/shared-limits.ts'
import { noteOptOut, OPTED_OUT } from '../consent/note-opt-out.ts'
import type { NotificationContext } from '../context.ts'
import { afterReceipt } from '../notifications/lifecycle.ts'
import type { Receipt } from '../notifications/outcome.ts'
import { OWN_SMTP } from '../providers/smtp/smtp-kind.ts'

/**
 * Records a receipt from a provider of any kind. Receipts may be repeated, out of order, and arrive before the sending
 * was recorded.
 */
export async function noteReceipt(ctx: NotificationContext, receipt: Receipt): Promise<void> {
  const { notificationId, at, error } = receipt
  let failedOf: string | undefined
  await ctx.changeNotification(notificationId, (record) => {
    const step = afterReceipt(record, receipt)
    // A report that comes twice counts once.
    const hasFailed = record.status !== 'failed' && step.record.status === 'failed'
    const isShared = record.attempts.at(-1)?.provider_id === OWN_SMTP
    failedOf = hasFailed && isShared ? record.organization_id : undefined
    return step
  })
  if (failedOf) await noteReturned(ctx, failedOf, error, at)
  if (error?.code === OPTED_OUT) await noteOptOut(ctx, notificationId, at)
}
