import { eventQueuesOf } from '@usher/contracts'
import { fillSearchKeys, opsMain } from '@usher/service-kit'
import { guestKeys } from './records/guest-record.ts'

await opsMain({
  service: 'queue',
  queues: eventQueuesOf('queue'),
  sealed: [],
  migrations: [fillSearchKeys('guests', guestKeys)],
})
