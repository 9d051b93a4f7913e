import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { bookingPlatformService } from './service.ts'

await runProcess(() => readConfig(process.env), bookingPlatformService.start)
