import { opsMain } from '@usher/service-kit'
import { announceProviders } from './migrations/announce-providers.ts'
import { ledgersByMonth } from './migrations/ledgers-by-month.ts'
import { QUEUES } from './queues.ts'

await opsMain({
  service: 'booking-platform',
  queues: Object.values(QUEUES),
  sealed: [],
  migrations: [announceProviders, ledgersByMonth],
})
