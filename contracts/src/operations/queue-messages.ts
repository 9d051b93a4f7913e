import { defineOperation } from '../operation.ts'
import { announcementResultSchema, announcementSchema } from '../resources/announcement.ts'
import { queueMessagesSchema, queueMessagesUpdateSchema } from '../resources/queue-messages.ts'
import { byId } from './parts.ts'

const ofQueue = {
  tag: 'Notifications',
  service: 'notification',
  perQueue: true,
  path: '/v1/queues/{id}/messages',
  params: byId,
  status: 200,
  answer: queueMessagesSchema,
  headers: ['ETag'],
} as const

export const getQueueMessages = defineOperation({
  ...ofQueue,
  id: 'getQueueMessages',
  method: 'get',
  scope: 'queues:read',
  summary: 'What the guests of a queue are told by itself, and its quiet hours',
  errors: ['not_found'],
})

export const updateQueueMessages = defineOperation({
  ...ofQueue,
  id: 'updateQueueMessages',
  method: 'patch',
  scope: 'queues:write',
  summary: 'Switch automatic messages of a queue on and off, and set its quiet hours',
  body: queueMessagesUpdateSchema,
  errors: ['not_found', 'precondition_failed'],
})

export const announceToQueue = defineOperation({
  tag: 'Notifications',
  service: 'notification',
  perQueue: true,
  id: 'announceToQueue',
  method: 'post',
  path: '/v1/queues/{id}/announcements',
  scope: 'notifications:send',
  summary: 'Send a text to everybody in the line of a queue',
  params: byId,
  body: announcementSchema,
  status: 202,
  answer: announcementResultSchema,
  errors: ['not_found', 'idempotency_mismatch'],
})
