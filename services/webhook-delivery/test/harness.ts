import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Caller, type CloudEvent, guestAdded, type queuePaused } from '@usher/contracts'
import { connectMongo, newEvent, newId, parseAddressRange } from '@usher/service-kit'
import {
  type Client,
  createFakeClock,
  type FakeClock,
  ofNewOrganization,
  type Receiver,
  startOnce,
  startReceiver,
  startService,
} from '@usher/test-kit'
import type { mongo } from 'mongoose'
import {
  type Replaceable,
  type WebhookDeliveryConfig,
  type WebhookDeliveryService,
  webhookDeliveryService,
} from '../src/service.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(parseAddressRange)

/** The service on a database and broker of its own, with a clock that tests move. */
export async function startHarness(
  settings: Partial<WebhookDeliveryConfig> = {},
  { clock = createFakeClock(), ...parts }: Replaceable & { clock?: FakeClock } = {},
) {
  const harness = await startService<WebhookDeliveryConfig, WebhookDeliveryService>({
    name: 'webhooks',
    config: (common) => ({
      ...common,
      httpsOnly: false,
      allowedAddresses: LOOPBACK,
      ownHosts: [],
      ...settings,
    }),
    start: (config) => webhookDeliveryService.start({ ...config, ...parts }, clock),
  })
  const { config, callers, caller } = harness
  return {
    ...harness,
    clock,
    /** Works on the endpoints as the database has them. */
    inDatabase: <T>(work: (endpoints: Endpoints) => Promise<T>) => inDatabase(config.mongoUrl, work),
    /** Signs a caller, for requests that a client cannot make. */
    token: (given: Partial<Caller> = {}): string => callers.sign({ ...caller, ...given }),
  }
}

type Endpoints = mongo.Collection<{ _id: string }>

async function inDatabase<T>(mongoUrl: string, work: (endpoints: Endpoints) => Promise<T>): Promise<T> {
  const connection = await connectMongo(mongoUrl)
  try {
    return await work(connection.collection<{ _id: string }>('endpoints') as unknown as Endpoints)
  } finally {
    await connection.destroy()
  }
}

export type Harness = Awaited<ReturnType<typeof startHarness>>

/**
 * One service for the tests of a file; each call gives it with an organisation of its own.
 *
 * @param newClock a standing clock for tests that must see one attempt before the next is made
 */
export function shareHarness(newClock: () => FakeClock = createFakeClock): () => Promise<Harness> {
  const shared = startOnce(() => startHarness({}, { clock: newClock() }))
  return async () => ofNewOrganization(await shared())
}

interface EventGiven {
  /** A resource with events before this one. */
  readonly subject?: string
  readonly sequence?: number
  readonly definition?: typeof guestAdded | typeof queuePaused
  readonly name?: string
  /** Now by default, which is before the time of a clock that was advanced. */
  readonly time?: Date
}

/** An event of an organisation: by default that a guest was added. */
export function anEvent(organizationId: string, given: EventGiven = {}) {
  const {
    definition = guestAdded,
    name = 'Ada',
    subject: id = newId('guest'),
    sequence = 1,
    time = new Date(),
  } = given
  const data = {
    id,
    queue_id: newId('queue'),
    name,
    phone: null,
    party_size: 2,
    position: 1,
    estimated_wait: 0,
  }
  return newEvent(definition as typeof guestAdded, {
    subject: id,
    sequence,
    time,
    origin: { organizationId, actor: 'key_test', requestId: 'req-test' },
    data,
  }) as CloudEvent
}

/** Registers an endpoint and gives it as created, with its secret. */
export async function givenEndpoint(api: Client, url: string, settings: object = {}) {
  const { status, body } = await api('POST', '/v1/webhook-endpoints', { body: { url, ...settings } })
  if (status !== 201) throw new Error(`the endpoint was refused: ${JSON.stringify(body)}`)
  return body
}

/** The deliveries of an endpoint, newest first. */
export async function deliveriesOf(api: Client, endpointId: string) {
  return (await api('GET', `/v1/webhook-endpoints/${endpointId}/deliveries`)).body.data
}

/** An endpoint whose receiver gives these answers, and an event of its organisation delivered to it. */
export async function givenDelivery(harness: Harness, receiver: Receiver, answers: number[] = []) {
  const api = harness.client()
  receiver.answers.push(...answers)
  const endpoint = await givenEndpoint(api, receiver.url)
  await harness.publish(anEvent(harness.organizationId))
  return { api, endpoint, log: () => deliveriesOf(api, endpoint.id) }
}

/** A receiver that answers as a test wants, or not at all. */
export async function startScriptedReceiver(onRequest: (req: IncomingMessage, res: ServerResponse) => void) {
  let count = 0
  const server = createServer((req, res) => {
    count += 1
    req.resume()
    onRequest(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    count: () => count,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An organisation with one receiver. */
export async function givenReceiver(harness: Harness, settings: object) {
  const organizationId = newId('organization')
  const api = harness.client({ organization_id: organizationId })
  const receiver = await startReceiver()
  const endpoint = await givenEndpoint(api, receiver.url, settings)
  return {
    organizationId,
    api,
    endpoint,
    receiver,
    bodies: () => receiver.received.map(({ raw }) => JSON.parse(raw.toString())),
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}
