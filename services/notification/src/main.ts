import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { notificationService } from './service.ts'

await runProcess(() => readConfig(process.env), notificationService.start)
