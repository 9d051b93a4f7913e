import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery } from '../page.ts'
import { channelSchema } from '../resources/channel.ts'
import {
  notificationSchema,
  notificationSendSchema,
  notificationStatusSchema,
} from '../resources/notification.ts'
import {
  templateCreateSchema,
  templatePreviewRequestSchema,
  templatePreviewSchema,
  templateSchema,
  templateUpdateSchema,
} from '../resources/template.ts'
import { instant } from '../text.ts'
import { byId } from './parts.ts'
import {
  createOperation,
  deleteOperation,
  getOperation,
  listOperation,
  updateOperation,
} from './resource-operations.ts'

const read = { tag: 'Notifications', service: 'notification', scope: 'notifications:read' } as const

export const listNotifications = listOperation({
  ...read,
  id: 'listNotifications',
  holdsSecret: true,
  path: '/v1/notifications',
  summary: 'List notifications, newest first',
  query: z.strictObject({
    ...pageQuery,
    guest_id: idOf('guest').exactOptional(),
    status: notificationStatusSchema.exactOptional().describe('Only with this status'),
    channel: channelSchema.exactOptional().describe('Only by this channel'),
    sandbox: z.enum(['true', 'false']).exactOptional().meta({
      description: 'true: only what the sandbox took, which sends nothing; false: only what it did not',
    }),
    created_from: instant.exactOptional().meta({ description: 'Made at this time or later' }),
    created_to: instant.exactOptional().meta({ description: 'Made before this time' }),
  }),
  item: notificationSchema,
})

export const listTemplates = listOperation({
  ...read,
  id: 'listTemplates',
  path: '/v1/notifications/templates',
  summary: 'List notification templates',
  item: templateSchema,
})

const change = { ...read, scope: 'notifications:send' } as const

export const createTemplate = createOperation({
  ...change,
  id: 'createTemplate',
  path: '/v1/notifications/templates',
  summary: 'Create a template; one for an occasion and language takes the place of the default',
  body: templateCreateSchema,
  answer: templateSchema,
  errors: ['plan_limit_reached', 'template_exists'],
})

export const previewTemplate = defineOperation({
  ...change,
  id: 'previewTemplate',
  method: 'post',
  isReadOnly: true,
  path: '/v1/notifications/templates/preview',
  summary: 'Fill in a template for a sample guest, with its SMS segments; nothing is kept or sent',
  body: templatePreviewRequestSchema,
  status: 200,
  answer: templatePreviewSchema,
  errors: ['idempotency_mismatch'],
})

export const getTemplate = getOperation({
  ...read,
  id: 'getTemplate',
  path: '/v1/notifications/templates/{id}',
  summary: 'Retrieve a template',
  answer: templateSchema,
})

export const updateTemplate = updateOperation({
  ...change,
  id: 'updateTemplate',
  path: '/v1/notifications/templates/{id}',
  summary: 'Update a template; messages that were asked for already keep their words',
  body: templateUpdateSchema,
  answer: templateSchema,
  errors: ['default_template'],
})

export const deleteTemplate = deleteOperation({
  ...change,
  id: 'deleteTemplate',
  path: '/v1/notifications/templates/{id}',
  summary: 'Delete a template; for its occasion the default holds again',
  errors: ['default_template'],
})

export const getNotification = defineOperation({
  ...read,
  id: 'getNotification',
  holdsSecret: true,
  method: 'get',
  path: '/v1/notifications/{id}',
  summary: 'Retrieve a notification with its attempts',
  params: byId,
  status: 200,
  answer: notificationSchema,
  errors: ['not_found'],
})

export const sendNotification = defineOperation({
  ...read,
  scope: 'notifications:send',
  id: 'sendNotification',
  method: 'post',
  path: '/v1/notifications/send',
  summary: 'Send a text, or a template with its variables, to a guest, a number or an address',
  body: notificationSendSchema,
  status: 202,
  answer: notificationSchema,
  errors: [
    'not_found',
    'recipient_unreachable',
    'recipient_opted_out',
    'country_not_allowed',
    'idempotency_mismatch',
  ],
})
