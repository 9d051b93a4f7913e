import { createPrivateKey } from 'node:crypto'
import { ALL_SCOPES, type CloudEvent, guestAdded } from '@usher/contracts'
import {
  CALLER_HEADER,
  connectBroker,
  createLogger,
  createPublisher,
  newEvent,
  newId,
  signCaller,
} from '@usher/service-kit'
import type { Bench } from '../../bench.ts'
import { rememberedSecrets, withDatabase } from '../../local.ts'
import { startProcess } from '../../usher.ts'

export const DELIVERY_DATABASE = 'usher_webhook_delivery'

/** Webhook delivery alone, with events published the way another service's relay would. */
export interface DeliveryService {
  /** Registers an endpoint for an organisation. */
  register(organizationId: string, url: string): Promise<void>
  /** Resolves when the broker has the events. */
  publish(events: readonly CloudEvent[]): Promise<void>
}

/** Starts one replica as `npm start` does; it stops with the cleanup stack. */
export async function startDeliveryService(
  bench: Bench,
  cleanup: AsyncDisposableStack,
): Promise<DeliveryService> {
  const { mongo, rabbit } = await bench.servers()
  const { caller, secretKeys } = await rememberedSecrets(bench.home, ['webhook-delivery'])
  const env = {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    MONGODB_URL: withDatabase(mongo.url, DELIVERY_DATABASE),
    RABBITMQ_URL: rabbit.url,
    PUBLIC_URL: 'http://usher.test',
    CALLER_PUBLIC_KEY: Buffer.from(caller.publicKey).toString('base64'),
    SECRET_KEYS: secretKeys['webhook-delivery'] ?? '',
    WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
  }
  const file = 'services/webhook-delivery/src/main.ts'
  const url = await startProcess(bench, { name: 'webhook-delivery', file, env }, cleanup)
  const broker = cleanup.use(await connectBroker(rabbit.url, createLogger('bench', 'silent')))
  const publisher = await createPublisher(broker)
  const key = createPrivateKey(caller.privateKey)
  return {
    async register(organizationId, receiver) {
      const caller = signCaller(callerOf(organizationId), key)
      const headers = { [CALLER_HEADER]: caller, 'content-type': 'application/json' }
      const body = JSON.stringify({ url: receiver })
      const response = await fetch(`${url}/v1/webhook-endpoints`, { method: 'POST', headers, body })
      if (response.status !== 201) throw new Error(`the endpoint was refused: ${await response.text()}`)
    },
    publish: (events) => publisher.publish(events),
  }
}

const callerOf = (organization_id: string) => ({
  organization_id,
  actor: newId('apiKey'),
  scopes: ALL_SCOPES,
  plan: 'development' as const,
  early_access: true,
  country: 'US' as const,
  timezone: 'UTC',
})

/** Events for added guests, each named by its number. Webhook bodies are about 420 bytes. */
export function guestEvents(organizationId: string, count: number): CloudEvent[] {
  const origin = { organizationId, actor: newId('apiKey'), requestId: newId('request') }
  return Array.from({ length: count }, (_, index) => {
    const id = newId('guest')
    const data = {
      id,
      queue_id: newId('queue'),
      name: String(index),
      phone: '+12125550100',
      party_size: 4,
      position: 7,
      estimated_wait: 35,
    }
    return newEvent(guestAdded, { subject: id, sequence: 1, time: new Date(), origin, data })
  })
}
