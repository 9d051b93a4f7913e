import { z } from 'zod'
import { idOf } from '../ids.ts'
import { notificationFacts } from '../resources/notification.ts'
import { defineEvent } from './define-event.ts'

const eventFacts = {
  ...notificationFacts,
  failover_to: idOf('notification')
    .nullable()
    .optional()
    .meta({ description: 'The notification sent instead on another channel' }),
}

const notificationEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({
    type,
    version: 1,
    producer: 'notification',
    summary,
    data: z.object(eventFacts),
    inside: ['failover_to'],
  })

export const notificationSent = notificationEvent('notification.sent', 'A notification was sent')
export const notificationDelivered = notificationEvent(
  'notification.delivered',
  'A notification was delivered',
)
/** For staff, who may have to call out; webhooks carry only what the service specification lists. */
export const notificationUnconfirmed = notificationEvent(
  'notification.unconfirmed',
  'No word came in time that a notification arrived',
)
export const notificationFailed = notificationEvent('notification.failed', 'Notification delivery failed')
