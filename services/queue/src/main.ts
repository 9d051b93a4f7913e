import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { startQueue } from './service.ts'

await runProcess(async () => startQueue(readConfig(process.env)))
