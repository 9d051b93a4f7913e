import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { calendarSyncService } from './service.ts'

await runProcess(() => readConfig(process.env), calendarSyncService.start)
