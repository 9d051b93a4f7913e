import { createPrivateKey } from 'node:crypto'
import { join } from 'node:path'
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
import type { Bench } from '../../bench-context.ts'
import { freePorts, nodeArguments, rememberedSecrets, supervise, withDatabase } from '../../local.ts'
import type { Pids } from '../../measure/cpu.ts'

export const DELIVERY_DATABASE = 'usher_webhook_delivery'

/** Webhook delivery alone, with events published the way another service's relay would. */
export interface DeliveryService {
  /** The processes that work on a delivery. */
  pids(): Pids
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
  const { servers, log, signal } = bench
  const [port = 0] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const { caller, secretKeys } = await rememberedSecrets(bench.home, ['webhook-delivery'])
  const env = {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'info',
    MONGODB_URL: withDatabase(servers.mongo.url, DELIVERY_DATABASE),
    RABBITMQ_URL: servers.rabbit.url,
    PUBLIC_URL: 'http://usher.test',
    CALLER_PUBLIC_KEY: Buffer.from(caller.publicKey).toString('base64'),
    SECRET_KEYS: secretKeys['webhook-delivery'] ?? '',
    WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
  }
  const args = nodeArguments('services/webhook-delivery/src/main.ts')
  const spec = { name: 'webhook-delivery', args, env, readyUrl: `${url}/readyz` }
  const logs = join(bench.home, 'delivery')
  const supervisor = cleanup.use(await supervise([spec], { logs, log, signal }))
  const broker = cleanup.use(await connectBroker(servers.rabbit.url, createLogger('bench', 'silent')))
  const publisher = await createPublisher(broker)
  const ours = { mongod: servers.mongo.pid, rabbitmq: servers.rabbit.pid }
  return {
    pids: () => definedOnly({ ...supervisor.pids(), ...ours }),
    register: (organizationId, receiver) =>
      register(url, signCaller(callerOf(organizationId), createPrivateKey(caller.privateKey)), receiver),
    publish: (events) => publisher.publish(events),
  }
}

async function register(url: string, token: string, receiver: string): Promise<void> {
  const headers = { [CALLER_HEADER]: token, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ url: receiver }) }
  const response = await fetch(`${url}/v1/webhook-endpoints`, init)
  if (response.status !== 201) throw new Error(`the endpoint was refused: ${await response.text()}`)
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

const definedOnly = (pids: Readonly<Record<string, number | undefined>>): Pids =>
  Object.fromEntries(
    Object.entries(pids).filter((entry): entry is [string, number] => entry[1] !== undefined),
  )

/** Events for added guests, each named by its number. Webhook bodies are about 420 bytes. */
export function guestEvents(organizationId: string, count: number): CloudEvent[] {
  const origin = { organizationId, actor: newId('apiKey'), requestId: newId('request') }
  return Array.from({ length: count }, (_, index) => guestEvent(origin, index))
}

function guestEvent(origin: Parameters<typeof newEvent>[1]['origin'], index: number): CloudEvent {
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
}
