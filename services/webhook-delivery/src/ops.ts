import { opsMain } from '@usher/service-kit'
import { QUEUES } from './queues.ts'

await opsMain({
  service: 'webhook-delivery',
  queues: Object.values(QUEUES),
  sealed: [
    { collection: 'endpoints', field: 'secret' },
    { collection: 'endpoints', field: 'former_secret' },
    { collection: 'endpoints', field: 'headers' },
  ],
})
