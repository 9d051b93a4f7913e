import { opsMain } from '@usher/service-kit'
import { QUEUES } from './queues.ts'

await opsMain({ service: 'test-clocks', queues: Object.values(QUEUES), sealed: [] })
