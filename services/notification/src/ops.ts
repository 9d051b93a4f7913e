import { eventQueuesOf } from '@usher/contracts'
import { opsMain } from '@usher/service-kit'
import { subscriptionBinding } from './guests/push-subscription.ts'

await opsMain({
  service: 'notification',
  queues: eventQueuesOf('notification'),
  sealed: [
    { collection: 'message_providers', field: 'credentials.*' },
    { collection: 'guests', field: 'push.sealed', boundTo: subscriptionBinding },
  ],
})
