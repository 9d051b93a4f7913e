import { opsMain } from '@usher/service-kit'

await opsMain({
  service: 'queue',
  queues: ['queue.check-ins', 'queue.privacy', 'queue.reach', 'queue.replies', 'queue.retention'],
  sealed: [],
})
