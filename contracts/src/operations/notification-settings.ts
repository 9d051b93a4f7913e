import { defineOperation } from '../operation.ts'
import {
  notificationSettingsSchema,
  notificationSettingsUpdateSchema,
} from '../resources/notification-settings.ts'

const common = {
  tag: 'Notifications',
  service: 'notification',
  path: '/v1/notifications/settings',
  status: 200,
  answer: notificationSettingsSchema,
  headers: ['ETag'],
} as const

export const getNotificationSettings = defineOperation({
  ...common,
  id: 'getNotificationSettings',
  scope: 'notifications:read',
  method: 'get',
  summary: 'Retrieve what bounds the messages of the organisation',
  errors: [],
})

/** Only for people: a leaked key must not be able to raise its own limits. */
export const updateNotificationSettings = defineOperation({
  ...common,
  id: 'updateNotificationSettings',
  scope: 'organization:manage',
  method: 'patch',
  summary: 'Change limits and the countries that messages go to',
  body: notificationSettingsUpdateSchema,
  errors: ['precondition_failed'],
})
