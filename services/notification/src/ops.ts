import { opsMain } from '@usher/service-kit'
import { subscriptionBinding } from './guests/push-subscription.ts'
import { QUEUES } from './queues.ts'

await opsMain({
  service: 'notification',
  queues: Object.values(QUEUES),
  sealed: [
    { collection: 'message_providers', field: 'credentials.*' },
    { collection: 'guests', field: 'push.sealed', boundTo: subscriptionBinding },
  ],
})
