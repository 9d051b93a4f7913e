import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import { conversationEntrySchema, replySchema, sandboxReplySchema } from '../resources/reply.ts'
import { addressSought } from '../text.ts'
import { byId } from './parts.ts'
import { listOperation } from './resource-operations.ts'

const read = { tag: 'Notifications', service: 'notification', scope: 'notifications:read' } as const

export const getConversation = defineOperation({
  ...read,
  id: 'getConversation',
  holdsSecret: true,
  method: 'get',
  path: '/v1/guests/{id}/conversation',
  summary: 'List the messages to and from a guest, oldest first',
  perQueue: true,
  params: byId,
  query: z.strictObject(pageQuery),
  status: 200,
  answer: pageOf(conversationEntrySchema),
  errors: ['not_found', 'invalid_cursor'],
})

export const listReplies = listOperation({
  ...read,
  id: 'listReplies',
  path: '/v1/notifications/replies',
  summary: 'List what recipients answered, newest first, with numbers of nobody in a line',
  query: z.strictObject({
    ...pageQuery,
    guest_id: idOf('guest').exactOptional(),
    from: addressSought.exactOptional(),
  }),
  item: replySchema,
})

export const receiveSandboxReply = defineOperation({
  ...read,
  scope: 'notifications:send',
  id: 'receiveSandboxReply',
  method: 'post',
  path: '/v1/notifications/sandbox/inbound',
  summary: 'Pretend that a guest replies, for test data or where the sandbox is on (404 elsewhere)',
  body: sandboxReplySchema,
  status: 202,
  answer: replySchema,
  errors: ['not_found', 'idempotency_mismatch'],
})
