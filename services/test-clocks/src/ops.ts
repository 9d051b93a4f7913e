import { eventQueuesOf } from '@usher/contracts'
import { opsMain } from '@usher/service-kit'

await opsMain({ service: 'test-clocks', queues: eventQueuesOf('test-clocks'), sealed: [] })
