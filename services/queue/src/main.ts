import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { startQueue } from './service.ts'

await runProcess(() => readConfig(process.env), startQueue)
