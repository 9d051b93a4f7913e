import { WEBHOOK_EVENT_TYPES } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { goldenEvents, startReceiver, until } from '@usher/test-kit'
import { startHarness } from './harness.ts'

const INSIDE = [
  'locale',
  'status_url',
  'message',
  'desk',
  'arrived_at',
  'email',
  'returned_from',
  'manage_url',
  'failover_to',
  'join',
]

/** Whether only services tell each other a member; subscribers hear of the capacity of a queue. */
const isInside = (type: string, name: string) =>
  INSIDE.includes(name) || (name === 'capacity' && type.startsWith('booking.'))

describe('the golden event files', () => {
  test('each event reaches the subscriber with its documented fields, without internal ones', async () => {
    await using harness = await startHarness()
    await using receiver = await startReceiver()
    await harness.client()('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } })
    const events = goldenEvents()
      .filter(({ type }) => (WEBHOOK_EVENT_TYPES as readonly string[]).includes(type))
      .map((event) => ({ ...event, id: newId('event'), organizationid: harness.organizationId }))
    await harness.publish(...events)
    await until('all of them', () => receiver.received.length === events.length)
    const bodies = receiver.received.map(({ raw }) => JSON.parse(raw.toString()))
    for (const { type, time, data } of events) {
      const told = Object.fromEntries(
        Object.entries(data)
          .filter(([name]) => !isInside(type, name))
          .map(([name, value]) => [name === 'time_zone' ? 'timezone' : name, value]),
      )
      const body = bodies.find(({ event }) => event === type)
      expect(body).toMatchObject({ timestamp: time, data: told })
      expect(Object.keys(body.data)).toEqual(Object.keys(told))
    }
  })
})
