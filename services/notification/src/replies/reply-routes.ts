import { isLive, operations } from '@usher/contracts'
import { newId, normalizePhone, notFound, type OperationRouter, pageReply, placeOf } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { SANDBOX } from '../notifications/notification.ts'
import { soughtAddress } from '../recipients/recipient.ts'
import type { Sending } from '../sending/dispatcher.ts'
import { takeIn } from './on-inbound.ts'
import { presentReply } from './reply.ts'

/** The number that sandbox replies go to; it belongs to nobody. */
const SANDBOX_NUMBER = '+15005550006'

/** Routes for replies of recipients. */
export function replyRoutes(
  ctx: NotificationContext,
  { on }: OperationRouter,
  { dispatcher }: Sending,
): void {
  const { clock, cursors, idempotency: answers, replies } = ctx

  on(operations.listReplies, async ({ query, caller }) => {
    const { guest_id: guestId } = query
    const from = query.from && soughtAddress(query.from, caller.country, '?from')
    const list = JSON.stringify(['replies', caller.organization_id, guestId, from])
    const [beforeId] = placeOf(cursors, list, query) ?? []
    const page = { guestId, from, beforeId, limit: query.limit + 1 }
    const found = await replies.list(caller.organization_id, page)
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentReply })
  })

  on(operations.receiveSandboxReply, async ({ body, caller, idempotency }) => {
    if (!ctx.config.sandbox && isLive(caller.organization_id)) throw notFound('sandbox')
    const message = {
      organizationId: caller.organization_id,
      provider: SANDBOX,
      providerMessageId: newId('request'),
      channel: 'sms' as const,
      from: normalizePhone(body.from, caller.country, '/from'),
      to: SANDBOX_NUMBER,
      text: body.text,
      at: clock.now(),
    }
    const reply = await answers.once(idempotency, async (session) => {
      const record = await takeIn(ctx, message, session)
      return { body: presentReply(record), audit: { resource: record._id } }
    })
    void dispatcher.run()
    return reply
  })
}
