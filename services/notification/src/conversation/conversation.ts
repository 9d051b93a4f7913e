import type { ConversationEntry } from '@usher/contracts'
import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import type { ReplyRecord } from '../replies/reply.ts'

/** A message of a conversation, with its sort position. */
export interface Line {
  readonly at: Date
  readonly entry: ConversationEntry
}

interface Page {
  /** Time and id of the last item of the page before. */
  readonly after: { readonly at: Date; readonly id: string } | undefined
  readonly limit: number
}

/** The next messages to and from a guest, oldest first. */
export async function readConversation(
  { notifications, replies }: NotificationContext,
  { organization_id, _id: guest_id }: GuestRecord,
  { after, limit }: Page,
): Promise<Line[]> {
  const behind = (time: 'created_at' | 'received_at') =>
    after ? { $or: [{ [time]: { $gt: after.at } }, { [time]: after.at, _id: { $gt: after.id } }] } : {}
  const guest = { organization_id, guest_id }
  const [sent, received] = await Promise.all([
    notifications.collection
      .find({ ...guest, ...behind('created_at') })
      .sort({ created_at: 1, _id: 1 })
      .limit(limit)
      .toArray(),
    replies.collection
      .find({ ...guest, ...behind('received_at') })
      .sort({ received_at: 1, _id: 1 })
      .limit(limit)
      .toArray(),
  ])
  return [...sent.map(outgoing), ...received.map(incoming)].sort(inOrder).slice(0, limit)
}

const inOrder = (a: Line, b: Line): number =>
  a.at.getTime() - b.at.getTime() || (a.entry.id < b.entry.id ? -1 : 1)

const outgoing = ({ _id, created_at, channel, text, status, kind, error }: NotificationRecord): Line => ({
  at: created_at,
  entry: {
    ...{ id: _id, direction: 'out', at: created_at.toISOString(), channel, text },
    ...{ status, kind, error, intent: null, minutes: null },
  },
})

const incoming = ({ _id, received_at, channel, text, intent, minutes }: ReplyRecord): Line => ({
  at: received_at,
  entry: {
    ...{ id: _id, direction: 'in', at: received_at.toISOString(), channel, text },
    ...{ status: null, kind: null, error: null, intent, minutes },
  },
})
