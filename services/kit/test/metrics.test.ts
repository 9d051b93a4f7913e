import { type CloudEvent, queueCreated } from '@usher/contracts'
import {
  appendToOutbox,
  connectBroker,
  connectMongo,
  createLogger,
  createMetrics,
  createPublisher,
  inTransaction,
  newEvent,
  newId,
  outboxOf,
  PermanentError,
  prepareCollections,
  prepareEventJobs,
  startConsumer,
} from '@usher/service-kit'
import { createInfrastructure, goldenEvents, type Infrastructure, manage, until } from '@usher/test-kit'
import { jobCollection } from '../src/events/job-store.ts'
import { registerServiceMetrics } from '../src/service/service-metrics.ts'

const log = createLogger('test', 'silent')
const golden = goldenEvents().find(({ type }) => type === 'queue.created') as CloudEvent<never>
const metrics = () => createMetrics('test')

const anEvent = (time = new Date()) => {
  const origin = { organizationId: newId('organization'), actor: 'test', requestId: 'test' }
  return newEvent(queueCreated, { subject: newId('queue'), sequence: 1, time, origin, data: golden.data })
}

/** Values of a metric by its labels other than the service, as they are shown. */
async function valuesOf({ registry }: ReturnType<typeof metrics>, name: string) {
  const shown = (await registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`))
  return Object.fromEntries(
    shown.map((line) => {
      const [, labels = '', value] = /\{(.*)\} (\S+)$/.exec(line) ?? []
      return [labels.replace(/,?service="test",?/, ''), Number(value)]
    }),
  )
}

let stack: AsyncDisposableStack
let infrastructure: Infrastructure
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  infrastructure = stack.use(await createInfrastructure({ isNew: true }))
})
afterEach(() => stack.disposeAsync())

describe('metrics of consumers', () => {
  test('count handled, parked and waiting messages and dead letters', async () => {
    const shown = metrics()
    const broker = stack.use(await connectBroker(infrastructure.rabbitUrl, log, shown.registry))
    const publisher = await createPublisher(broker)
    const bad = anEvent()
    const gate = Promise.withResolvers<void>()
    const consumer = await startConsumer(broker, {
      queue: 'test.events',
      events: [queueCreated],
      prefetch: 2,
      log,
      async handle(events) {
        await gate.promise
        if (events.some(({ id }) => id === bad.id)) throw new PermanentError('no use')
      },
    })
    await publisher.publish([anEvent(), bad, anEvent(), anEvent()])
    // Two are in hand, so two wait.
    await until(
      'what waits',
      async () => (await valuesOf(shown, 'usher_queue_messages'))['queue="test.events"'] === 2,
    )
    expect(await valuesOf(shown, 'usher_queue_consumers')).toEqual({ 'queue="test.events"': 1 })
    gate.resolve()
    await until(
      'all to be done',
      async () =>
        (await valuesOf(shown, 'usher_consumer_duration_seconds_count'))[
          'queue="test.events",outcome="handled"'
        ] === 3,
    )
    expect(await valuesOf(shown, 'usher_consumer_duration_seconds_count')).toEqual({
      'queue="test.events",outcome="handled"': 3,
      'queue="test.events",outcome="parked"': 1,
    })
    await until(
      'the dead letter',
      async () => (await valuesOf(shown, 'usher_queue_dead_letters'))['queue="test.events"'] === 1,
    )
    expect(await valuesOf(shown, 'usher_queue_messages')).toEqual({ 'queue="test.events"': 0 })
    await consumer[Symbol.asyncDispose]()
  })

  test('show a lost broker connection and no outdated queue depth', async () => {
    const shown = metrics()
    const broker = stack.use(await connectBroker(infrastructure.rabbitUrl, log, shown.registry))
    const handle = async () => {}
    await startConsumer(broker, { queue: 'test.events', events: [queueCreated], handle, log })
    expect(await valuesOf(shown, 'usher_broker_connected')).toEqual({ '': 1 })
    expect(await valuesOf(shown, 'usher_queue_messages')).toEqual({ 'queue="test.events"': 0 })
    const { rabbitManagementUrl, vhost } = infrastructure
    await manage(rabbitManagementUrl, 'DELETE', `/api/vhosts/${vhost}`)
    // So that the clean-up finds it.
    stack.defer(async () => void (await manage(rabbitManagementUrl, 'PUT', `/api/vhosts/${vhost}`)))
    await until('it to be gone', async () => (await valuesOf(shown, 'usher_broker_connected'))[''] === 0)
    expect(await valuesOf(shown, 'usher_queue_messages')).toEqual({})
  })
})

describe('metrics of a service with a database', () => {
  test('show the number and age of pending outbox events and jobs, and the number of dead jobs', async () => {
    const shown = metrics()
    const connection = await connectMongo(infrastructure.mongoUrl('kit'))
    stack.defer(() => connection.destroy())
    outboxOf(connection)
    prepareEventJobs(connection)
    registerServiceMetrics({ connection, log, metrics: shown })
    await prepareCollections(connection)
    const read = async (name: string) => (await valuesOf(shown, name))['']
    expect(await read('usher_mongodb_connected')).toBe(1)
    for (const what of ['outbox', 'event_jobs']) {
      expect(await read(`usher_${what}_pending`)).toBe(0)
      expect(await read(`usher_${what}_oldest_seconds`)).toBe(0)
    }

    const old = anEvent(new Date(Date.now() - 3_600_000))
    const events = [old, anEvent()]
    for (const event of events) {
      await inTransaction(connection, (session) => appendToOutbox(outboxOf(connection), [event], session))
    }
    const jobs = jobCollection(connection)
    const job = { state: null, version: 0, not_before: new Date() }
    await jobs.insertOne({ ...job, _id: old.id, event: old })
    const given = anEvent()
    await jobs.insertOne({ ...job, _id: given.id, event: given, dead_in: 'kit.jobs' })
    expect(Object.values(await valuesOf(shown, 'usher_event_jobs_dead'))).toEqual([1])
    expect(await read('usher_outbox_pending')).toBe(2)
    expect(await read('usher_event_jobs_pending')).toBe(1)
    for (const what of ['outbox', 'event_jobs']) {
      const age = await read(`usher_${what}_oldest_seconds`)
      expect(age).toBeGreaterThanOrEqual(3_600)
      expect(age).toBeLessThan(3_700)
    }
  })
})
