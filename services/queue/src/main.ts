import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { queueService } from './service.ts'

await runProcess(() => readConfig(process.env), queueService.start)
