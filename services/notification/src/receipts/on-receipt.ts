import { noteOptOut, OPTED_OUT } from '../consent/note-opt-out.ts'
import type { NotificationContext } from '../context.ts'
import { changeNotification } from '../notifications/change-notification.ts'
import { afterReceipt } from '../notifications/lifecycle.ts'
import type { OnReceipt } from '../providers/provider.ts'

/** Keeps what providers say of messages that they accepted, however they say it. */
export const createReceiptHandler =
  (ctx: NotificationContext): OnReceipt =>
  async (receipt) => {
    const { notificationId, at, error } = receipt
    await changeNotification(ctx, notificationId, (record) => afterReceipt(record, receipt))
    if (error?.code === OPTED_OUT) await noteOptOut(ctx, notificationId, at)
  }
