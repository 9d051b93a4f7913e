import { guestNoShow, privacyRequested } from '@usher/contracts'
import {
  type Clock,
  connectBroker,
  createLogger,
  createPublisher,
  defineService,
  type Foundation,
  type FoundationConfig,
  inboxOf,
  newEvent,
  newId,
  PermanentError,
  prepareEventJobs,
  type Step,
  startEventJobs,
} from '@usher/service-kit'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@usher/service-kit/durations'
import { collectEvents, createCallers, createFakeClock, createInfrastructure, until } from '@usher/test-kit'
import { jobCollection } from '../src/events/job-store.ts'
import { operatorOf } from './support/operator.ts'

const QUEUE = 'test.jobs'

type DoStep = (subject: string, state: number) => Step<number> | Promise<Step<number>>

const origin = { organizationId: newId('organization'), actor: 'test', requestId: 'test' }

const anEvent = (definition: typeof privacyRequested | typeof guestNoShow, subject: string, sequence = 1) =>
  newEvent(definition as typeof privacyRequested, {
    subject,
    sequence,
    time: new Date(),
    origin,
    data: { id: newId('privacyRequest'), kind: 'export', subject: { organization: true } },
  })

/** A process that counts to three with each job, an event for each step. */
async function start(step: DoStep, clock: Clock = createFakeClock()) {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const collector = stack.use(await collectEvents(infrastructure.rabbitUrl))
  const config = {
    logLevel: 'silent',
    host: '127.0.0.1',
    port: 0,
    mongoUrl: infrastructure.mongoUrl('jobs'),
    rabbitUrl: infrastructure.rabbitUrl,
    callerPublicKey: createCallers().publicKey,
  }
  const counting = defineService({
    name: 'queue',
    context(foundation: Foundation, _config: FoundationConfig) {
      prepareEventJobs(foundation.connection)
      return foundation
    },
    jobs: async (foundation: Foundation) => ({
      counts: await startEventJobs<number>(foundation, {
        ...{ clock, queue: QUEUE, events: [privacyRequested] },
        step: async ({ subject }, state = 0) => step(subject, state),
      }),
    }),
    consumers: () => [],
    routes: [],
  })
  const open = async () => stack.use(await counting.start(config))
  const service = await open()
  const broker = stack.use(await connectBroker(infrastructure.rabbitUrl, createLogger('test', 'silent')))
  const publisher = await createPublisher(broker)
  const environment = { MONGODB_URL: config.mongoUrl, RABBITMQ_URL: config.rabbitUrl }
  const operator = operatorOf({ service: 'test', queues: [QUEUE], sealed: [] }, environment)
  return {
    service,
    open,
    operator,
    pending: () => jobCollection(service.context.connection).countDocuments(),
    deadLetters: () => operator.results('show-dead-letters', '--queue', QUEUE),
    publish: publisher.publish,
    told: (subject: string) =>
      collector.events
        .filter(({ type, subject: of }) => type === guestNoShow.type && of === subject)
        .map(({ sequence }) => sequence),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const count: DoStep = (subject, state) => ({
  events: [anEvent(guestNoShow, subject, state + 1)],
  ...(state < 2 && { state: state + 1 }),
})

describe('jobs started by events', () => {
  test('runs each step of a job once and in order although its event arrives three times', async () => {
    await using all = await start(count)
    const event = anEvent(privacyRequested, 'one')
    await all.publish([event, event])
    await all.publish([event])
    await until('all steps', () => all.told('one').length >= 3)
    await all.service.jobs.counts.run()
    expect(all.told('one')).toEqual([1, 2, 3])
  })

  test('continues a failed job at the failed step and completes other jobs meanwhile', async () => {
    let isBroken = true
    const clock = createFakeClock()
    await using all = await start((subject, state) => {
      if (subject === 'broken' && isBroken && state === 1) throw new Error('no')
      return count(subject, state)
    }, clock)
    await all.publish([anEvent(privacyRequested, 'broken'), anEvent(privacyRequested, 'whole')])
    await until('the whole one', () => all.told('whole').length === 3)
    await until('the first step of the other', () => all.told('broken').length === 1)
    isBroken = false
    clock.advance(SECOND_MS)
    await all.service.jobs.counts.run()
    await until('the others', () => all.told('broken').length === 3)
    expect(all.told('broken')).toEqual([1, 2, 3])
  })

  test('dead-letters a job after 12 failed attempts, and completes it after a replay', async () => {
    let attempts = 0
    let isBroken = true
    const clock = createFakeClock()
    await using all = await start((subject, state) => {
      if (state === 1) attempts += 1
      if (state === 1 && isBroken) throw new Error('no')
      return count(subject, state)
    }, clock)
    const event = anEvent(privacyRequested, 'broken')
    await all.publish([event])
    const again = async (ms: number) => {
      clock.advance(ms)
      await all.service.jobs.counts.run()
    }
    await until('the first attempt', () => attempts === 1)
    while (attempts < 11) await again(5 * MINUTE_MS)
    await again(2 * MINUTE_MS)
    expect(attempts).toBe(11)
    expect(await all.deadLetters()).toEqual([])
    await again(3 * MINUTE_MS)
    expect(attempts).toBe(12)
    expect(await all.deadLetters()).toMatchObject([{ id: event.id, subject: 'broken' }])
    await again(HOUR_MS)
    expect(attempts).toBe(12)

    // Weeks later the inbox has forgotten the event, and a new broker has nothing.
    await inboxOf(all.service.context.connection).deleteMany({})
    expect(await all.operator.results('list-dead-letters')).toEqual([
      { service: 'test', queue: QUEUE, dead_letters: 1 },
    ])
    isBroken = false
    await all.operator.results('replay-dead-letters', '--queue', QUEUE, '--id', event.id)
    await all.service.jobs.counts.run()
    await until('the other steps', () => all.told('broken').length === 3)
    expect(all.told('broken')).toEqual([1, 2, 3])
    expect(await all.deadLetters()).toEqual([])
  })

  test('deletes a permanently failed job when its dead letter is dropped', async () => {
    await using all = await start(() => {
      throw new PermanentError('never')
    })
    const event = anEvent(privacyRequested, 'impossible')
    await all.publish([event])
    await until('the dead letter', async () => (await all.deadLetters()).length === 1)
    expect(await all.pending()).toBe(1)
    await all.operator.results('drop-dead-letters', '--queue', QUEUE, '--id', event.id, '--yes')
    expect(await all.pending()).toBe(0)
  })

  test('waits with a step until its time', async () => {
    const clock = createFakeClock()
    const soon = new Date(clock.now().getTime() + 60_000)
    await using all = await start(
      (subject, state) => ({ ...count(subject, state), ...(state === 0 && { notBefore: soon }) }),
      clock,
    )
    await all.publish([anEvent(privacyRequested, 'late')])
    await until('the first step', () => all.told('late').length === 1)
    await all.service.jobs.counts.run()
    expect(all.told('late')).toEqual([1])
    clock.advance(60_000)
    await all.service.jobs.counts.run()
    await until('the others', () => all.told('late').length === 3)
  })

  test('runs no step of 20 jobs twice on two replicas', async () => {
    await using all = await start(count)
    await all.open()
    const subjects = Array.from({ length: 20 }, (_, index) => `job-${index}`)
    await all.publish(subjects.map((subject) => anEvent(privacyRequested, subject)))
    await until('all of them', () => subjects.every((subject) => all.told(subject).length === 3))
    for (const subject of subjects) expect(all.told(subject)).toEqual([1, 2, 3])
  })
})
