import { opsMain } from '@usher/service-kit'
import { QUEUES } from './queues.ts'

await opsMain({
  service: 'queue',
  queues: Object.values(QUEUES),
  sealed: [],
})
