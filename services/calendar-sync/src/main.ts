import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { startCalendarSync } from './service.ts'

await runProcess(() => readConfig(process.env), startCalendarSync)
