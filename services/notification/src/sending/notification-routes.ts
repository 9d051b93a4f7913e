import { operations } from '@usher/contracts'
import {
  changesBetween,
  type Handler,
  notFound,
  type OperationRouter,
  pageReply,
  placeOf,
} from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { type NotificationRecord, presentNotification } from '../notifications/notification.ts'
import { requestedNotification } from './send-notification.ts'

/**
 * Routes of notifications.
 *
 * @param sendSoon triggers sending of what is due
 */
export function notificationRoutes(
  ctx: NotificationContext,
  { on }: OperationRouter,
  sendSoon: () => void,
): void {
  on(operations.listNotifications, list(ctx))
  on(operations.sendNotification, send(ctx, sendSoon))
  on(operations.getNotification, async ({ params, caller }) => {
    const found = await ctx.notifications.find(caller.organization_id, params.id)
    if (!found) throw notFound('notification')
    return { body: presentNotification(found) }
  })
}

const list =
  ({ notifications, cursors }: NotificationContext): Handler<typeof operations.listNotifications> =>
  async ({ query, caller }) => {
    const { guest_id: guestId, status, channel, created_from: createdFrom, created_to: createdTo } = query
    const filter = {
      organizationId: caller.organization_id,
      guestId,
      status,
      channel,
      isOfSandbox: query.sandbox && query.sandbox === 'true',
      createdFrom,
      createdTo,
    }
    const list = JSON.stringify(['notifications', Object.values(filter)])
    const [at, id] = placeOf(cursors, list, query) ?? []
    const before = at && id ? { at: new Date(at), id } : undefined
    const found = await notifications.list(filter, { before, limit: query.limit + 1 })
    return pageReply({ cursors, list, query, found, place, present: presentNotification })
  }

/** What the audit trail records of a notification. */
const auditFacts = ({ channel, to, text, template_id, guest_id, send_at }: NotificationRecord) => ({
  channel,
  to,
  text,
  template_id,
  guest_id,
  send_at,
})

const place = ({ created_at, _id }: NotificationRecord) => [created_at.toISOString(), _id]

const send =
  (ctx: NotificationContext, sendSoon: () => void): Handler<typeof operations.sendNotification> =>
  async ({ body, caller, origin, idempotency }) => {
    const reply = await ctx.idempotency.once(idempotency, async (session) => {
      const record = await requestedNotification(ctx, body, { caller, origin })
      await ctx.notifications.insertMany([record], session)
      const changes = changesBetween<ReturnType<typeof auditFacts>>(null, auditFacts(record), ['to', 'text'])
      return { body: presentNotification(record), audit: { resource: record._id, changes } }
    })
    sendSoon()
    return reply
  }
