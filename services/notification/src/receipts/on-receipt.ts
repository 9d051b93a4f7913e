import type { NotificationContext } from '../context.ts'
import { changeNotification } from '../notifications/change-notification.ts'
import { afterReceipt } from '../notifications/lifecycle.ts'
import type { OnReceipt } from '../providers/provider.ts'

/** Keeps what providers say of messages that they accepted, however they say it. */
export const createReceiptHandler =
  (ctx: NotificationContext): OnReceipt =>
  (receipt) =>
    changeNotification(ctx, receipt.notificationId, (record) => afterReceipt(record, receipt))
