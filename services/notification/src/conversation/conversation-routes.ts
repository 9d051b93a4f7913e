import { type ConversationEntry, operations } from '@usher/contracts'
import { type OperationRouter, ProblemError, pageReply, placeOf } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import type { GuestPage } from '../guests/guest-page.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import { knownGuest } from '../recipients/recipient.ts'
import type { ReplyRecord } from '../replies/reply.ts'

/** Route for a guest's conversation. */
export function conversationRoutes(ctx: NotificationContext, { on }: OperationRouter): void {
  on(operations.getConversation, async ({ params, query, caller }) => {
    const guest = await knownGuest(ctx, caller.organization_id, params.id)
    if (caller.queue_ids && !caller.queue_ids.includes(guest.queue_id)) {
      throw new ProblemError('forbidden', 'This API key is not allowed to use the queue of this guest.')
    }
    const { cursors } = ctx
    const list = `conversation ${caller.organization_id} ${guest._id}`
    const [at, id] = placeOf(cursors, list, query) ?? []
    const after = at && id ? { at: new Date(at), id } : undefined
    const found = await readConversation(ctx, guest, { after, limit: query.limit + 1 })
    return pageReply({
      cursors,
      list,
      query,
      found,
      place: ({ at, entry }) => [at.toISOString(), entry.id],
      present: ({ entry }) => entry,
    })
  })
}

/** A message of a conversation, with its sort position. */
interface Line {
  readonly at: Date
  readonly entry: ConversationEntry
}

/** The next messages to and from a guest, oldest first. */
async function readConversation(
  { notifications, replies }: NotificationContext,
  guest: GuestRecord,
  page: GuestPage,
): Promise<Line[]> {
  const [sent, received] = await Promise.all([
    notifications.ofGuest(guest, page),
    replies.ofGuest(guest, page),
  ])
  return [...sent.map(outgoing), ...received.map(incoming)].sort(inOrder).slice(0, page.limit)
}

const inOrder = (a: Line, b: Line): number =>
  a.at.getTime() - b.at.getTime() || (a.entry.id < b.entry.id ? -1 : 1)

const outgoing = ({ _id, created_at, channel, text, ...sent }: NotificationRecord): Line => ({
  at: created_at,
  entry: {
    id: _id,
    direction: 'out',
    at: created_at.toISOString(),
    channel,
    text,
    status: sent.status,
    provider: sent.provider,
    kind: sent.kind,
    error: sent.error,
    intent: null,
    minutes: null,
  },
})

const incoming = ({ _id, received_at, channel, text, provider, intent, minutes }: ReplyRecord): Line => ({
  at: received_at,
  entry: {
    id: _id,
    direction: 'in',
    at: received_at.toISOString(),
    channel,
    text,
    status: null,
    provider,
    kind: null,
    error: null,
    intent,
    minutes,
  },
})
