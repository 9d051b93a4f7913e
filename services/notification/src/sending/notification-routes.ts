import { type Caller, type NotificationSend, operations } from '@usher/contracts'
import {
  changesBetween,
  type Handler,
  invalidField,
  notFound,
  type OperationRouter,
  type Origin,
  ProblemError,
  pageReply,
  placeOf,
} from '@usher/service-kit'
import { OPTED_OUT, OTHER_COUNTRY } from '../checks/recipient.ts'
import type { NotificationContext } from '../context.ts'
import {
  type NotificationRecord,
  newNotification,
  presentNotification,
} from '../notifications/notification.ts'
import { permissionOf } from '../recipients/permitted.ts'
import { findRecipient, type Recipient } from '../recipients/recipient.ts'
import { type Content, contentFrom, ownContent, valuesFor } from '../templates/content.ts'
import { findTemplate } from '../templates/find-template.ts'
import type { Sending } from './dispatcher.ts'

/** Routes of notifications. */
export function notificationRoutes(
  ctx: NotificationContext,
  { on }: OperationRouter,
  sending: Sending,
): void {
  on(operations.listNotifications, list(ctx))
  on(operations.sendNotification, send(ctx, sending))
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
  (ctx: NotificationContext, { dispatcher }: Sending): Handler<typeof operations.sendNotification> =>
  async ({ body, caller, origin, idempotency }) => {
    const reply = await ctx.idempotency.once(idempotency, async (session) => {
      const record = await requestedNotification(ctx, body, { caller, origin })
      await ctx.notifications.insertMany([record], session)
      const changes = changesBetween<ReturnType<typeof auditFacts>>(null, auditFacts(record), ['to', 'text'])
      return { body: presentNotification(record), audit: { resource: record._id, changes } }
    })
    void dispatcher.run()
    return reply
  }

const MAX_AHEAD_MS = 366 * 24 * 3_600_000

/**
 * Builds the notification for a request.
 *
 * @throws ProblemError as {@link findRecipient} and {@link permittedAddress}; `validation_failed` for an unknown
 * template or a time too far ahead
 */
async function requestedNotification(
  ctx: NotificationContext,
  given: NotificationSend,
  { caller, origin }: { readonly caller: Caller; readonly origin: Origin },
): Promise<NotificationRecord> {
  const now = ctx.clock.now()
  const sendAt = timeToSend(given.send_at, now)
  const recipient = await findRecipient(ctx, caller, given)
  await ctx.organizations.learn(caller)
  const address = await permittedAddress(ctx, caller.organization_id, recipient)
  const { guest } = recipient
  const content = await contentOf(ctx, caller.organization_id, given, recipient)
  return newNotification(
    {
      organization_id: caller.organization_id,
      guest_id: guest?._id ?? null,
      queue_id: guest?.queue_id ?? null,
      ...address,
      ...content,
      origin,
      send_at: sendAt,
      ...(given.urgent && { urgent: true }),
    },
    now,
  )
}

/**
 * The first address of a recipient that may be written to: a guest who wrote STOP may still be sent e-mail.
 *
 * @throws ProblemError `recipient_opted_out`, `country_not_allowed` if there is none
 */
async function permittedAddress(
  ctx: NotificationContext,
  organizationId: string,
  { channel, to, alternatives }: Recipient,
): Promise<Pick<Recipient, 'channel' | 'to' | 'alternatives'>> {
  const permitted = await permissionOf(ctx, organizationId)
  const [first, ...others] = await permitted([{ channel, to }, ...alternatives])
  if (first) return { ...first, alternatives: others }
  if (await ctx.optOuts.isOut(organizationId, to)) throw new ProblemError('recipient_opted_out', OPTED_OUT)
  throw new ProblemError('country_not_allowed', OTHER_COUNTRY)
}

function timeToSend(sendAt: string | undefined, now: Date): Date | null {
  if (sendAt === undefined) return null
  const time = new Date(sendAt)
  if (time.getTime() - now.getTime() > MAX_AHEAD_MS) {
    throw invalidField('/send_at', 'must be at most a year ahead', 'too_far_ahead')
  }
  return time
}

async function contentOf(
  ctx: NotificationContext,
  organizationId: string,
  { text, template_id, variables = {} }: NotificationSend,
  { guest, channel }: Recipient,
): Promise<Content & Pick<NotificationRecord, 'kind'>> {
  if (text !== undefined) return { kind: null, ...ownContent(text) }
  const template = await findTemplate(ctx, organizationId, template_id ?? '')
  if (!template) throw invalidField('/template_id', 'is not a template', 'unknown_template')
  const values = { ...(await valuesFor(ctx, organizationId, guest)), channel, ...variables }
  const filled = contentFrom(template, values)
  if ('reason' in filled) throw invalidField('/template_id', filled.reason, 'template_failed')
  return { kind: template.kind, ...filled.content }
}
