import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { startBookingPlatform } from './service.ts'

await runProcess(() => readConfig(process.env), startBookingPlatform)
