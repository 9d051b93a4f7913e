import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { startAccounts } from './service.ts'

await runProcess(() => readConfig(process.env), startAccounts)
