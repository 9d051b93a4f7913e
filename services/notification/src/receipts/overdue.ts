import { ifDue, type Job, startDueJob } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { afterSilence } from '../notifications/lifecycle.ts'

const AT_ONCE = 100

/** How soon to take over the work of a replica that died, in ms. */
const SWEEP_MS = 20_000

/** Marks messages as unconfirmed whose receipt did not come in time. Safe to run in several replicas. */
export function startOverdue(ctx: NotificationContext): Job {
  const next = () => ctx.notifications.nextReceiptDue()
  const work = ifDue(ctx.clock, next, async () => {
    const now = ctx.clock.now()
    const ids = await ctx.notifications.overdueReceipts(now, AT_ONCE)
    await Promise.all(ids.map((id) => ctx.changeNotification(id, (record) => afterSilence(record, now))))
  })
  return startDueJob('overdue-receipts', { ...ctx, sweepMs: SWEEP_MS }, work)
}
