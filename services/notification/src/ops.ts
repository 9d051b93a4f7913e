import { opsMain } from '@usher/service-kit'

await opsMain({
  service: 'notification',
  queues: [
    'notification.events',
    'notification.organizations',
    'notification.privacy',
    'notification.replies',
    'notification.retention',
  ],
  sealed: [{ collection: 'message_providers', field: 'credentials.*' }],
})
