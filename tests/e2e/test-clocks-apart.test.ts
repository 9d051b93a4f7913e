import { type Receiver, startReceiver } from '@usher/test-kit'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'
import { type Clock, createTester, type Tester } from './test-clock.ts'
import { setMessages } from './test-clock-week.ts'

const START = '2026-03-02T09:00:00.000Z'
const SOON = '2026-03-02T09:00:01.000Z'
const NEXT_DAY = '2026-03-03T18:00:00.000Z'
const BOOKED = '2026-03-04T09:00:00.000Z'
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

let usher: Usher
let tester: Tester
let stranger: Tester
beforeAll(async () => {
  usher = await useSharedUsher()
  tester = await createTester(usher)
  const { demo } = usher
  stranger = await createTester({ ...usher, demo: { ...demo, ...demo.second } })
})
afterAll(() => usher?.[Symbol.asyncDispose]())

/** Sets up something that is due within a day in each service; returns what tells whether it was done. */
async function openVenue({ byKey, inSession, advance }: Clock, receiver: Receiver) {
  const make = async (call: Clock['byKey'], path: string, body: object) => {
    const made = await call('POST', path, { body })
    if (made.status >= 300) throw new Error(`${path}: ${JSON.stringify(made.body)}`)
    return made.body.id as string
  }
  receiver.answers.push(...Array(20).fill(500))
  const endpoint = await make(byKey, '/v1/webhook-endpoints', {
    ...{ url: receiver.url, event_types: ['guest.added'] },
  })
  const queue = await make(byKey, '/v1/queues', { name: 'Trial', timezone: 'UTC', no_show_after_minutes: 60 })
  await setMessages(byKey)(queue)
  const guest = await make(byKey, `/v1/queues/${queue}/guests`, { name: 'Ada', phone: '+14155552671' })
  await byKey('POST', `/v1/guests/${guest}/notify`)
  const weekly_hours = WEEK.map((day) => ({ day, start: '09:00', end: '19:00' }))
  const provider = await make(inSession, '/api/providers', { name: 'Grace', timezone: 'UTC', weekly_hours })
  const type = { name: 'Table', duration_minutes: 30, provider_ids: [provider] }
  const service_type_id = await make(inSession, '/api/service-types', type)
  const customer = { name: 'Bea', phone: '+14155552672' }
  await make(inSession, '/api/bookings', { service_type_id, start: BOOKED, customer })
  await advance(SOON)
  return async () => ({
    guest: (await byKey('GET', `/v1/guests/${guest}`)).body.status,
    kinds: (await byKey('GET', '/v1/test/messages?limit=100')).body.data.map(
      ({ kind }: { kind: string }) => kind,
    ),
    attempts: receiver.received.length,
    log: (await byKey('GET', `/v1/webhook-endpoints/${endpoint}/deliveries`)).body.data[0].attempts.length,
  })
}

test('advancing the clock of one organisation by a day does nothing due by that of another', async () => {
  await using receiver = await startReceiver()
  await using others = await startReceiver()
  await using clock = await tester.startClock(START)
  await using other = await stranger.startClock(START)
  const [mine, theirs] = [await openVenue(clock, receiver), await openVenue(other, others)]
  const before = await theirs()
  expect(before).toMatchObject({ guest: 'notified', attempts: 1, log: 1 })
  await clock.advance(NEXT_DAY)
  const after = await mine()
  expect(after).toMatchObject({ guest: 'no_show', attempts: after.log })
  expect(after.attempts).toBeGreaterThan(3)
  expect(after.kinds).toEqual(expect.arrayContaining(['reminder', 'no_show', 'booking_reminder']))
  expect(await theirs()).toEqual(before)
  await other.advance(SOON)
  expect(await theirs()).toEqual(before)
})
