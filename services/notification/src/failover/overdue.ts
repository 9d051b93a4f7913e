import { type Poller, startDuePoller } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { afterSilence } from '../notifications/lifecycle.ts'

const AT_ONCE = 100

/** Longest time until what another replica planned, and did not live to do, is looked for, in ms. */
const SWEEP_MS = 5_000

/** Looks for messages of which no word came in time. Several replicas may do it at once. */
export function startOverdue(ctx: NotificationContext): Poller {
  return startDuePoller('overdue-receipts', { ...ctx, sweepMs: SWEEP_MS }, async () => {
    const now = ctx.clock.now()
    const ids = await ctx.notifications.overdueReceipts(now, AT_ONCE)
    await Promise.all(ids.map((id) => ctx.changeNotification(id, (record) => afterSilence(record, now))))
    return await ctx.notifications.nextReceiptDue()
  })
}
