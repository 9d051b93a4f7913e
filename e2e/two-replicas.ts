import { randomBytes } from 'node:crypto'
import { type Caller, CLOCK_SERVICES, type ClockService } from '@usher/contracts'
import { parseAddressRange, signGateway } from '@usher/service-kit'
import { type Client, createCallers, createInfrastructure, serviceClient } from '@usher/test-kit'
import { createInnerClient, type InnerClient } from '../gateway/src/test-clocks/inner-client.ts'
import { startBookingPlatform } from '../services/booking-platform/src/service.ts'
import { startNotification } from '../services/notification/src/service.ts'
import { startQueue } from '../services/queue/src/service.ts'
import { startWebhookDelivery } from '../services/webhook-delivery/src/service.ts'

const ANSWER_MS = 30_000

/** Two replicas of each service that lives by test clocks, which take turns with whatever is asked. */
export interface TwoReplicas extends AsyncDisposable {
  readonly clients: Readonly<Record<ClockService, InnerClient>>
  /** Calls a service as the gateway does for a request. */
  client(service: ClockService, caller: () => Partial<Caller>): Client
}

export async function startTwoReplicas(): Promise<TwoReplicas> {
  const stack = new AsyncDisposableStack()
  const { rabbitUrl, mongoUrl } = stack.use(await createInfrastructure())
  const callers = createCallers()
  const allowedAddresses = [parseAddressRange('127.0.0.0/8')]
  const common = {
    ...{ logLevel: 'silent', host: '127.0.0.1', port: 0, rabbitUrl, publicUrl: 'http://usher.test' },
    ...{ callerPublicKey: callers.publicKey, httpsOnly: false, ownHosts: [], allowedAddresses },
    ...{ sandbox: true, smtp: null, push: null, twilioApiUrl: undefined },
    secretKeys: [{ id: 'test', key: randomBytes(32) }],
    codeKeys: [{ id: 'codes', key: randomBytes(32) }],
  }
  const of = (service: ClockService) => ({ ...common, mongoUrl: mongoUrl(service) })
  const start = {
    queue: () => startQueue(of('queue')),
    'booking-platform': () => startBookingPlatform(of('booking-platform')),
    notification: () => startNotification(of('notification')),
    'webhook-delivery': () => startWebhookDelivery(of('webhook-delivery')),
  }
  const urls = new Map<ClockService, readonly string[]>()
  for (const service of CLOCK_SERVICES) {
    const replicas = [stack.use(await start[service]()), stack.use(await start[service]())]
    urls.set(
      service,
      replicas.map(({ url }) => url),
    )
  }
  const inTurns = (service: ClockService): InnerClient => {
    const clients = (urls.get(service) ?? []).map((url) =>
      stack.use(
        createInnerClient({
          ...{ service, url, answerMs: ANSWER_MS },
          gatewayToken: () => signGateway(callers.privateKey),
        }),
      ),
    )
    const next = turnsOf(clients)
    return {
      ask: (operation, body) => next().ask(operation, body),
      send: (operation, body) => next().send(operation, body),
      [Symbol.asyncDispose]: async () => {},
    }
  }
  return {
    clients: {
      ...{ queue: inTurns('queue'), 'booking-platform': inTurns('booking-platform') },
      ...{ notification: inTurns('notification'), 'webhook-delivery': inTurns('webhook-delivery') },
    },
    client(service, caller) {
      const token = () => callers.sign(callers.caller(caller()))
      const clients = (urls.get(service) ?? []).map((url) => serviceClient(url, token))
      const next = turnsOf(clients)
      return (...request) => next()(...request)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Gives each in turn, and the first again after the last. */
function turnsOf<T>(all: readonly T[]): () => T {
  let turns = 0
  return () => {
    turns += 1
    return all[turns % all.length] as T
  }
}
