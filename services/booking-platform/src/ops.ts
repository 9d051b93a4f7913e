import { eventQueuesOf } from '@usher/contracts'
import { fillSearchKeys, opsMain } from '@usher/service-kit'
import { customerKeys } from './bookings/customer-store.ts'

await opsMain({
  service: 'booking-platform',
  queues: eventQueuesOf('booking-platform'),
  sealed: [],
  migrations: [fillSearchKeys('bookings', customerKeys), fillSearchKeys('standbys', customerKeys)],
})
