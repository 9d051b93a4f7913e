import { operations, type TestMessage } from '@usher/contracts'
import { type OperationRouter, pageReply, placeOf } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { type NotificationRecord, presentFacts } from '../notifications/notification.ts'
import { checkedAddress } from '../recipients/recipient.ts'

/** Routes for the messages about test data, which the sandbox took. */
export function testMessageRoutes(
  { notifications, cursors }: NotificationContext,
  { on }: OperationRouter,
): void {
  on(operations.listTestMessages, async ({ query, caller }) => {
    const { guest_id: guestId, booking_id: bookingId } = query
    const to = query.to === undefined ? undefined : checkedAddress(query.to, caller.country, '?to')
    const filter = { organizationId: caller.organization_id, guestId, bookingId, to }
    const list = JSON.stringify(['test messages', Object.values(filter)])
    const [at, id] = placeOf(cursors, list, query) ?? []
    const before = at && id ? { at: new Date(at), id } : undefined
    const found = await notifications.list(filter, { before, limit: query.limit + 1 })
    const place = ({ created_at, _id }: NotificationRecord) => [created_at.toISOString(), _id]
    return pageReply({ cursors, list, query, found, place, present: presentTestMessage })
  })
}

/** Codes of customers have six digits. They are stored with the text alone, once the sandbox took it. */
const CODE = /(?<!\d)\d{6}(?!\d)/

function presentTestMessage(record: NotificationRecord): TestMessage {
  const facts = presentFacts(record)
  const { id, channel, to, text, kind, template_id, status, provider, error } = facts
  const { guest_id, queue_id, created_at } = facts
  return {
    id,
    channel,
    to,
    subject: channel === 'sms' ? null : record.subject,
    text,
    code: kind === 'booking_code' ? (CODE.exec(text)?.[0] ?? null) : null,
    kind,
    template_id,
    status,
    provider,
    error,
    guest_id,
    queue_id,
    booking_id: record.booking_id ?? null,
    created_at,
  }
}
