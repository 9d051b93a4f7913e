import { type changeAccepted, changeAcceptedBy, type DataOf, type ServiceName } from '@usher/contracts'
import { type Consumer, startConsumer } from '../broker/consumer.ts'
import type { ConsumerOptions } from '../broker/consumer-options.ts'
import { createPublisher } from '../broker/publisher.ts'
import type { Clock } from '../clock.ts'
import { newEvent, type Origin } from '../events/new-event.ts'
import { appendToOutbox, outboxOf } from '../events/outbox-store.ts'
import { startRelay } from '../events/relay.ts'
import { newId } from '../formats/ids.ts'
import { createApp, notShuttingDown } from '../http/app.ts'
import { createOperationRouter, type OperationRouter } from '../http/operation-router.ts'
import { listen } from '../http/server.ts'
import { startEndingAbandonedTransactions } from '../store/abandoned-transactions.ts'
import { prepareCollections } from '../store/connection.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Job } from '../work/job.ts'
import { type Foundation, type FoundationConfig, startFoundation } from './foundation.ts'
import { countingPublisher, registerServiceMetrics } from './service-metrics.ts'

/** What runs by itself, by name. */
type Jobs = Readonly<Record<string, Job>>

/** What a service consists of. */
interface ServiceDefinition<Config, Context, Its extends Jobs> {
  readonly name: ServiceName
  /** Creates the stores, which register their collections, and what works on them. */
  context(foundation: Foundation, config: Config): Context | Promise<Context>
  /** Starts what runs by itself. */
  jobs(context: NoInfer<Context>): Promise<Its>
  /** What is done on the events of others. */
  consumers(context: NoInfer<Context>, jobs: NoInfer<Its>): readonly Omit<ConsumerOptions, 'log'>[]
  /** Each adds operations. Most frequent first: Express tries routes in order. */
  readonly routes: readonly ((
    context: NoInfer<Context>,
    routes: OperationRouter,
    jobs: NoInfer<Its>,
  ) => void)[]
}

/** A running service. Disposing it finishes the requests and the work in progress. */
export interface Service<Context, Its extends Jobs> extends AsyncDisposable {
  /** '' without a server of its own. */
  readonly url: string
  readonly port: number
  readonly context: Context
  /** For tests, which do not wait for batches to gather. */
  readonly consumers: readonly Consumer[]
  readonly jobs: Its
}

/**
 * Makes a service of its parts. What is started first stops last: the relay of its outbox, its jobs, its consumers, and
 * the HTTP server, which serves once everything that requests need is there.
 */
export function defineService<Config extends FoundationConfig, Context, Its extends Jobs>(
  definition: ServiceDefinition<Config, Context, Its>,
) {
  /** Starts it on a foundation: that of its process, or that of test clocks. */
  const compose = async (foundation: Foundation, config: Config): Promise<Service<Context, Its>> => {
    const { broker, connection, log, metrics, shutdown, testClocks, verifyCaller } = foundation
    const context = await definition.context(foundation, config)
    const outbox = outboxOf(connection)
    await prepareCollections(connection)
    if (!testClocks) {
      registerServiceMetrics(foundation)
      shutdown.use(startEndingAbandonedTransactions(connection, log))
      const publisher = countingPublisher(await createPublisher(broker), metrics)
      shutdown.use(startRelay({ connection, publisher, owner: newId('event'), log }))
    }
    const jobs = await definition.jobs(context)
    for (const job of Object.values(jobs)) shutdown.use(job)
    const consumers: Consumer[] = []
    for (const options of definition.consumers(context, jobs))
      consumers.push(shutdown.use(await startConsumer(broker, { ...options, log })))
    const accepted = changeAcceptedBy(definition.name)
    const noteChange = async (origin: Origin, data: DataOf<typeof changeAccepted>) => {
      const facts = { subject: origin.requestId, sequence: 1, time: foundation.clock.now(), origin, data }
      const event = newEvent(accepted, facts)
      await inTransaction(connection, (session) => appendToOutbox(outbox, [event], session))
    }
    const routes = createOperationRouter(verifyCaller, metrics, testClocks ? undefined : noteChange)
    for (const add of definition.routes) add(context, routes, jobs)
    const { url, port } = await serve(foundation, config, routes)
    const close = () => shutdown.disposeAsync()
    return { url, port, context, consumers, jobs, [Symbol.asyncDispose]: close }
  }
  return {
    compose,
    /** Starts it as a process of its own does. @param clock the database's by default */
    start: async (config: Config, clock?: Clock): Promise<Service<Context, Its>> =>
      await compose(await startFoundation(definition.name, config, clock), config),
  }
}

/** A service that runs for test clocks does not listen: its process passes requests on. */
const NOWHERE = { url: '', port: 0 }

async function serve(
  { closing, connection, log, metrics, shutdown, testClocks }: Foundation,
  config: FoundationConfig,
  { router }: OperationRouter,
): Promise<{ readonly url: string; readonly port: number }> {
  if (testClocks) {
    testClocks.open(router)
    return NOWHERE
  }
  const ready = { mongodb: () => connection.readyState === 1, ...notShuttingDown(config) }
  const server = shutdown.use(await listen(createApp({ log, metrics, ready, router }), config))
  shutdown.defer(() => closing.abort())
  return server
}
