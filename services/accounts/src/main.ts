import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { accountsService } from './service.ts'

await runProcess(() => readConfig(process.env), accountsService.start)
