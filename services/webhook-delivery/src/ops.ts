import { opsMain } from '@usher/service-kit'

await opsMain({
  service: 'webhook-delivery',
  queues: ['webhook-delivery.events', 'webhook-delivery.privacy'],
  sealed: [
    { collection: 'endpoints', field: 'secret' },
    { collection: 'endpoints', field: 'former_secret' },
    { collection: 'endpoints', field: 'headers' },
  ],
})
