import { randomBytes } from 'node:crypto'
import type { Caller, CloudEvent } from '@usher/contracts'
import {
  connectBroker,
  createLogger,
  createPublisher,
  type FoundationConfig,
  type SecretKey,
} from '@usher/service-kit'
import { createCallers } from './caller.ts'
import { type Client, serviceClient } from './client.ts'
import { collectEvents } from './event-collector.ts'
import { createInfrastructure, type Infrastructure } from './infrastructure.ts'

/** What every service is configured with, beside what is its own. */
type Common = FoundationConfig & { readonly secretKeys: readonly SecretKey[] }

interface ServiceUnderTest<Config, Service> {
  /** Name of its database. */
  readonly name: string
  /** What its configuration has beside what is common to all services. */
  config(common: Common, infrastructure: Infrastructure): Config
  start(config: Config): Promise<Service>
  /** Of the caller whose clients a test gets by default. */
  readonly caller?: Partial<Caller>
}

/** A service on a database and broker of its own, and an organisation that calls it as the gateway does. */
export async function startService<Config, Service extends AsyncDisposable & { readonly url: string }>(
  tested: ServiceUnderTest<Config, Service>,
) {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const { rabbitUrl } = infrastructure
  const events = stack.use(await collectEvents(rabbitUrl))
  const broker = stack.use(await connectBroker(rabbitUrl, createLogger('test', 'silent')))
  const publisher = await createPublisher(broker)
  const callers = createCallers()
  const common: Common = {
    logLevel: 'silent',
    host: '127.0.0.1',
    port: 0,
    mongoUrl: infrastructure.mongoUrl(tested.name),
    rabbitUrl,
    callerPublicKey: callers.publicKey,
    secretKeys: [{ id: 'test', key: randomBytes(32) }],
  }
  const config = tested.config(common, infrastructure)
  const start = async (given: Partial<Config> = {}): Promise<Service> =>
    stack.use(await tested.start({ ...config, ...given }))
  const service = await start()
  const caller = callers.caller(tested.caller)
  return {
    service,
    /** Starts another replica on the same database. */
    start,
    config,
    /** Every event since the start. */
    events,
    callers,
    caller,
    infrastructure,
    organizationId: caller.organization_id,
    /** Publishes events as other services do. */
    publish: (...given: CloudEvent[]): Promise<void> => publisher.publish(given),
    /** A client of an organisation; by default the same for all calls of a test. */
    client: (given: Partial<Caller> = {}, url = service.url): Client =>
      serviceClient(url, () => callers.sign({ ...caller, ...given })),
    otherOrganization(): Client {
      const other = callers.caller()
      return serviceClient(service.url, () => callers.sign(other))
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
