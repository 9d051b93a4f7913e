import { guestNoShow, privacyRequested } from '@usher/contracts'
import {
  type Clock,
  createPublisher,
  type EventJobs,
  newEvent,
  newId,
  openService,
  prepareEventJobs,
  type Step,
  startEventJobs,
  startFoundation,
} from '@usher/service-kit'
import { collectEvents, createCallers, createFakeClock, createInfrastructure, until } from '@usher/test-kit'
import { describe, expect, test } from 'vitest'

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
  const open = async (): Promise<EventJobs> => {
    const foundation = await startFoundation('test', config)
    stack.use(foundation.shutdown)
    prepareEventJobs(foundation.connection)
    await openService(foundation, config, [])
    const wanted = { clock, queue: 'test.jobs', events: [privacyRequested] }
    const jobs = await startEventJobs<number>(foundation, {
      ...wanted,
      step: async ({ subject }, state = 0) => step(subject, state),
    })
    return foundation.shutdown.use(jobs)
  }
  const jobs = await open()
  const foundation = await startFoundation('publisher', config)
  stack.use(foundation.shutdown)
  const publisher = await createPublisher(foundation.broker)
  return {
    jobs,
    open,
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

describe('jobs that events ask for', () => {
  test('given an event that comes twice, then each step is done and told once, in order', async () => {
    await using all = await start(count)
    const event = anEvent(privacyRequested, 'one')
    await all.publish([event, event])
    await all.publish([event])
    await until('all steps', () => all.told('one').length >= 3)
    await all.jobs.run()
    expect(all.told('one')).toEqual([1, 2, 3])
  })

  test('given a job that fails, then it is tried again where it was, and the others go on', async () => {
    let isBroken = true
    await using all = await start((subject, state) => {
      if (subject === 'broken' && isBroken && state === 1) throw new Error('no')
      return count(subject, state)
    })
    await all.publish([anEvent(privacyRequested, 'broken'), anEvent(privacyRequested, 'whole')])
    await until('the whole one', () => all.told('whole').length === 3)
    await until('the first step of the other', () => all.told('broken').length === 1)
    isBroken = false
    await until('the others', () => all.told('broken').length === 3)
    expect(all.told('broken')).toEqual([1, 2, 3])
  })

  test('given a step that is for later, then it waits for its time', async () => {
    const clock = createFakeClock()
    const soon = new Date(clock.now().getTime() + 60_000)
    await using all = await start(
      (subject, state) => ({ ...count(subject, state), ...(state === 0 && { notBefore: soon }) }),
      clock,
    )
    await all.publish([anEvent(privacyRequested, 'late')])
    await until('the first step', () => all.told('late').length === 1)
    await all.jobs.run()
    expect(all.told('late')).toEqual([1])
    clock.advance(60_000)
    await all.jobs.run()
    await until('the others', () => all.told('late').length === 3)
  })

  test('given two replicas and many jobs, then no step is told twice', async () => {
    await using all = await start(count)
    await all.open()
    const subjects = Array.from({ length: 20 }, (_, index) => `job-${index}`)
    await all.publish(subjects.map((subject) => anEvent(privacyRequested, subject)))
    await until('all of them', () => subjects.every((subject) => all.told(subject).length === 3))
    for (const subject of subjects) expect(all.told(subject)).toEqual([1, 2, 3])
  })
})
