import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { startGateway } from './service.ts'

await runProcess(() => readConfig(process.env), startGateway)
