import { opsMain } from '@usher/service-kit'
import { QUEUES } from './queues.ts'

await opsMain({
  service: 'booking-platform',
  queues: Object.values(QUEUES),
  sealed: [],
})
