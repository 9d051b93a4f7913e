import { runProcess } from '@usher/service-kit'
import { readQueueConfig } from './config.ts'
import { startQueue } from './service.ts'

await runProcess(async () => startQueue(readQueueConfig(process.env)))
