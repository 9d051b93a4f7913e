import { fillSearchKeys, opsMain } from '@usher/service-kit'
import { QUEUES } from './queues.ts'
import { guestKeys } from './records/guest-record.ts'

await opsMain({
  service: 'queue',
  queues: Object.values(QUEUES),
  sealed: [],
  migrations: [fillSearchKeys('guests', guestKeys)],
})
