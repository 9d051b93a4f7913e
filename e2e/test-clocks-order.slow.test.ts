import { randomBytes } from 'node:crypto'
import { type CloudEvent, organizationCreated, testOrganizationId, WEBHOOK_EVENTS } from '@usher/contracts'
import {
  type Clock as AnyClock,
  connectBroker,
  createLogger,
  createPublisher,
  newEvent,
  newId,
  parseAddressRange,
} from '@usher/service-kit'
import {
  collectEvents,
  createCallers,
  createInfrastructure,
  serviceClient,
  startReceiver,
  until,
} from '@usher/test-kit'
import { expect, test } from 'vitest'
import { startBookingPlatform } from '../services/booking-platform/src/service.ts'
import { startNotification } from '../services/notification/src/service.ts'
import { startQueue } from '../services/queue/src/service.ts'
import { useSharedUsher } from './shared-usher.ts'
import { createTester } from './test-clock.ts'
import {
  at,
  byMoment,
  bySubject,
  type Happened,
  HOUR_MS,
  happened,
  isAmong,
  liveThrough,
  setMessages,
} from './test-clock-week.ts'

/** A clock that is set, and goes slowly for less than a minute after it: receipts come a moment after their message. */
function createSteppedClock(start: Date): AnyClock & { goTo(time: number): void } {
  let base = start.getTime()
  let setAt = performance.now()
  return {
    now: () => new Date(base + Math.min(59_000, (performance.now() - setAt) / 5)),
    goTo(time) {
      if (time <= base) return
      base = time
      setAt = performance.now()
    },
  }
}

const TYPES: ReadonlySet<string> = new Set(WEBHOOK_EVENTS.map(({ type }) => type))

/** By test clock: what a webhook endpoint for everything receives. */
async function byTestClock(): Promise<Happened[]> {
  await using usher = await useSharedUsher()
  const tester = await createTester(usher)
  await using receiver = await startReceiver()
  await using clock = await tester.startClock(at(0, 0).toISOString())
  await clock.byKey('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } })
  const names = new Map<string, string>()
  const pass = async (time: Date) => {
    expect((await clock.advance(time.toISOString())).body).toMatchObject({ status: 'ready' })
  }
  await liveThrough(
    { queue: clock.byKey, booking: clock.inSession, messages: setMessages(clock.byKey), pass },
    names,
  )
  return receiver.received.map(({ raw }) => {
    const { event: type, timestamp: time, data } = JSON.parse(raw.toString())
    return happened(names, { type, time, subject: data.id, data } as CloudEvent)
  })
}

/** By a clock that services take for the real one: what they publish. */
async function byRealClock(expected: readonly Happened[]): Promise<Happened[]> {
  await using stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const { rabbitUrl } = infrastructure
  const collector = stack.use(await collectEvents(rabbitUrl))
  const callers = createCallers()
  const clock = createSteppedClock(at(0, 0))
  const common = {
    ...{ logLevel: 'silent', host: '127.0.0.1', port: 0, rabbitUrl, publicUrl: 'http://usher.test' },
    callerPublicKey: callers.publicKey,
    secretKeys: [{ id: 'test', key: randomBytes(32) }],
    codeKeys: [{ id: 'codes', key: randomBytes(32) }],
  }
  const of = (service: string) => ({ ...common, mongoUrl: infrastructure.mongoUrl(service) })
  const queue = stack.use(await startQueue(of('queue'), clock))
  const booking = stack.use(await startBookingPlatform(of('booking'), clock))
  const sending = {
    sandbox: true,
    smtp: null,
    httpsOnly: false,
    ownHosts: [],
    twilioApiUrl: undefined,
    push: null,
  }
  const allowedAddresses = [parseAddressRange('127.0.0.0/8')]
  const notification = stack.use(
    await startNotification({ ...of('notification'), ...sending, allowedAddresses }, clock),
  )
  const organization_id = testOrganizationId(newId('organization'))
  const publisher = await createPublisher(
    stack.use(await connectBroker(rabbitUrl, createLogger('test', 'silent'))),
  )
  const facts = {
    name: 'Week',
    plan: 'development',
    early_access: true,
    country: 'US',
    timezone: 'UTC',
  } as const
  const origin = { organizationId: organization_id, actor: 'system', requestId: newId('request') }
  const created = {
    subject: organization_id,
    sequence: 1,
    time: clock.now(),
    origin,
    data: { id: organization_id, ...facts },
  }
  await publisher.publish([newEvent(organizationCreated, created)])
  const token = () => callers.sign(callers.caller({ organization_id }))
  const names = new Map<string, string>()
  const told = () => collector.events.filter(({ type }) => TYPES.has(type))
  const run = () =>
    Promise.all([
      ...[queue.tidy(), booking.runStandby()],
      ...[notification.remind(), notification.sendDue(), notification.giveUpWaiting()],
    ])
  const reach = async (time: number) => {
    clock.goTo(time)
    const wanted = byMoment(expected.filter((one) => one.time <= time))
    await until(
      `what happens by ${new Date(time).toISOString()}`,
      async () => {
        await run()
        return isAmong(wanted, byMoment(told().map((event) => happened(names, event))))
      },
      30_000,
    )
  }
  let reached = at(0, 0).getTime()
  const pass = async (end: Date) => {
    const last = end.getTime()
    // At the end itself, more may be asked for before everything has happened.
    const times = expected.map(({ time }) => time).filter((time) => time >= reached && time < last)
    for (let time = reached; time < last; time += HOUR_MS) times.push(time)
    for (const time of [...new Set(times)].sort((a, b) => a - b)) await reach(time)
    clock.goTo(last)
    await run()
    reached = last
  }
  const client = (url: string) => serviceClient(url, token)
  await liveThrough(
    {
      queue: client(queue.url),
      booking: client(booking.url),
      messages: setMessages(client(notification.url)),
      pass,
    },
    names,
  )
  return told().map((event) => happened(names, event))
}

test('given the same week by a test clock and by a real one, then the same happens in the same order', async () => {
  const virtual = await byTestClock()
  const times = virtual.map(({ time }) => time)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  const real = await byRealClock(virtual)
  expect(byMoment(virtual)).toEqual(byMoment(real))
  expect(bySubject(virtual)).toEqual(bySubject(real))
  expect(virtual.length).toBeGreaterThan(150)
}, 300_000)
