import { type Announcement, type AnnouncementResult, operations } from '@usher/contracts'
import { changesBetween, type OperationRouter } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { learnCaller } from '../organizations/learn-caller.ts'
import { requireQueue } from '../queues/require-queue.ts'
import { createAnnouncement } from './announce.ts'

/**
 * Route for announcements to a whole line.
 *
 * @param sendSoon triggers sending of what is due
 */
export function announcementRoutes(
  ctx: NotificationContext,
  { on }: OperationRouter,
  sendSoon: () => void,
): void {
  on(operations.announceToQueue, async ({ params, body, caller, origin, idempotency }) => {
    await requireQueue(ctx, caller, params.id)
    await learnCaller(ctx, caller)
    const reply = await ctx.idempotency.once(idempotency, async (session) => {
      const { records, notSent } = await createAnnouncement(ctx, params.id, body, { caller, origin })
      if (records.length > 0) await ctx.notifications.insertMany(records, session)
      const announced = { accepted: records.length, not_sent: notSent }
      const audited: AnnouncementResult & Announcement = { text: body.text, ...announced }
      const changes = changesBetween<AnnouncementResult & Announcement>(null, audited, ['text'])
      return { body: announced, audit: { resource: params.id, changes } }
    })
    sendSoon()
    return reply
  })
}
