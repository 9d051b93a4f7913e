import type { CloudEvent } from '@usher/contracts'
import { startReceiver, until } from '@usher/test-kit'
import { useSharedUsher } from './shared-usher.ts'
import { createSteppedClock, startSteppedServices } from './stepped-services.ts'
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

/** How long services may take for what is due at one time, in ms. */
const REACH_MS = 30_000

/** The events that a webhook endpoint receives for a test clock. */
async function byTestClock(): Promise<Happened[]> {
  await using usher = await useSharedUsher()
  const tester = await createTester(usher)
  await using receiver = await startReceiver()
  await using clock = await tester.startClock(at(0, 0).toISOString())
  // What happens to one thing at one moment would overtake itself on its way.
  const endpoint = { url: receiver.url, ordering: 'resource' }
  expect((await clock.byKey('POST', '/v1/webhook-endpoints', { body: endpoint })).status).toBe(201)
  const names = new Map<string, string>()
  await liveThrough(
    {
      queue: clock.byKey,
      booking: clock.inSession,
      messages: setMessages(clock.byKey),
      // The clock does not move before.
      seated: async () => {},
      async pass(time) {
        expect((await clock.advance(time.toISOString())).body).toMatchObject({ status: 'ready' })
      },
    },
    names,
  )
  return receiver.received.map(({ raw }) => {
    const { event: type, timestamp: time, data } = JSON.parse(raw.toString())
    return happened(names, { type, time, subject: data.id, data } as CloudEvent)
  })
}

/**
 * The events that services publish on a stepped clock. Their work takes real time, so the clock moves on once all events
 * expected by then have come.
 */
async function byRealClock(expected: readonly Happened[]): Promise<Happened[]> {
  const clock = createSteppedClock(at(0, 0))
  await using services = await startSteppedServices(clock)
  const { run } = services
  const names = new Map<string, string>()
  const published = () => services.webhookEvents().map((event) => happened(names, event))
  const reach = async (time: number) => {
    clock.goTo(time)
    const wanted = byMoment(expected.filter((one) => one.time <= time))
    const isReached = async () => {
      await run()
      return isAmong(wanted, byMoment(published()))
    }
    await until(`what happens by ${new Date(time).toISOString()}`, isReached, REACH_MS)
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
  const seated = (guestId: string) =>
    until('the reminder is dropped', async () => !(await services.isReminderPlanned(guestId)))
  const { queue, booking, notification } = services
  await liveThrough({ queue, booking, messages: setMessages(notification), seated, pass }, names)
  return published()
}

test('a week by a test clock has the same events in the same order as by a real clock', async () => {
  const virtual = await byTestClock()
  const times = virtual.map(({ time }) => time)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  const real = await byRealClock(virtual)
  expect(byMoment(virtual)).toEqual(byMoment(real))
  expect(bySubject(virtual)).toEqual(bySubject(real))
  expect(virtual.length).toBeGreaterThan(150)
}, 300_000)
