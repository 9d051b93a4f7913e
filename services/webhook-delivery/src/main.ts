import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { webhookDeliveryService } from './service.ts'

await runProcess(() => readConfig(process.env), webhookDeliveryService.start)
