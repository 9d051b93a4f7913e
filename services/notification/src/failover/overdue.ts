import { type Poller, startPoller } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { changeNotification } from '../notifications/change-notification.ts'
import { afterSilence } from '../notifications/lifecycle.ts'

const POLL_MS = 1_000
const AT_ONCE = 100

/** Looks for messages of which no word came in time. Several replicas may do it at once. */
export function startOverdue(ctx: NotificationContext): Poller {
  return startPoller('overdue-receipts', POLL_MS, ctx.log, async () => {
    const now = ctx.clock.now()
    for (const id of await ctx.notifications.overdueReceipts(now, AT_ONCE)) {
      await changeNotification(ctx, id, (record) => afterSilence(record, now))
    }
  })
}
