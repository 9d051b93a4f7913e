import { fillSearchKeys, opsMain } from '@usher/service-kit'
import { customerKeys } from './bookings/customer-store.ts'
import { QUEUES } from './queues.ts'

await opsMain({
  service: 'booking-platform',
  queues: Object.values(QUEUES),
  sealed: [],
  migrations: [fillSearchKeys('bookings', customerKeys), fillSearchKeys('standbys', customerKeys)],
})
