import { runProcess } from '@usher/service-kit'
import { readConfig } from './config.ts'
import { startWebhookDelivery } from './service.ts'

await runProcess(() => readConfig(process.env), startWebhookDelivery)
