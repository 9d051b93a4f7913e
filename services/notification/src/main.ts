import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { startNotification } from './service.ts'

await runProcess(() => readConfig(process.env), startNotification)
