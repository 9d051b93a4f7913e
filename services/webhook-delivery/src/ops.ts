import { eventQueuesOf } from '@usher/contracts'
import { opsMain } from '@usher/service-kit'

await opsMain({
  service: 'webhook-delivery',
  queues: eventQueuesOf('webhook-delivery'),
  sealed: [
    { collection: 'endpoints', field: 'secret' },
    { collection: 'endpoints', field: 'former_secret' },
    { collection: 'endpoints', field: 'headers' },
  ],
})
