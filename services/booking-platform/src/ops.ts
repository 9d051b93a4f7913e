import { opsMain } from '@usher/service-kit'
import { announceProviders } from './migrations/announce-providers.ts'
import { ledgersByMonth } from './migrations/ledgers-by-month.ts'

await opsMain({
  service: 'booking-platform',
  queues: [
    'booking-platform.calendar-changes',
    'booking-platform.calendars',
    'booking-platform.check-ins',
    'booking-platform.privacy',
    'booking-platform.retention',
  ],
  sealed: [],
  migrations: [announceProviders, ledgersByMonth],
})
