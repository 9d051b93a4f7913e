import { guestAdded, guestNotified, guestSeated, guestUpdated } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import fc from 'fast-check'
import mongoose from 'mongoose'
import type { GuestRecord } from '../src/guests/guest-store.ts'
import { guestEvent, type Harness, startHarness } from './harness.ts'

let harness: Harness
let connection: mongoose.Connection
beforeAll(async () => {
  harness = await startHarness()
  // Two, so that repeats are followed at the same time.
  await harness.start()
  connection = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
})
afterAll(async () => {
  await connection.close()
  await harness[Symbol.asyncDispose]()
})

const messagesTo = async (guest: string) =>
  (await harness.client()('GET', `/v1/notifications?guest_id=${guest}`)).body.data

const knownOf = (id: string) => connection.collection<GuestRecord>('guests').findOne({ _id: id })

const NAMES = ['$$ROOT', '$name', '$name', 'Ada']

/** The life of a guest without number and address, whose name and link mean nothing to the database. */
function life(id: string) {
  const of = (sequence: number, given: Parameters<typeof guestEvent>[1]) =>
    guestEvent(harness.organizationId, { id, sequence, phone: null, ...given })
  return [
    of(1, { definition: guestAdded, name: '$$ROOT' }),
    of(2, { definition: guestUpdated, name: '$name', more: { status_url: undefined } }),
    of(3, { definition: guestNotified, name: '$name', more: { status_url: undefined } }),
    of(4, { definition: guestSeated, name: 'Ada', status: 'seated', more: { status_url: undefined } }),
  ] as const
}

describe('a guest without phone number and e-mail address', () => {
  test('is stored as in the last event, with the link kept, for events repeated in any order, without inbox entries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 12 }), async (order) => {
        const id = newId('guest')
        const events = life(id)
        const given = order.map((n) => events[n] ?? events[0])
        await harness.publish(...given)
        const sequence = Math.max(...order) + 1
        const known = await until('the last event', async () => {
          const found = await knownOf(id)
          return found?.sequence === sequence && (found.status_url !== null || !order.includes(0)) && found
        })
        expect(known).toMatchObject({
          name: NAMES[sequence - 1],
          status_url: order.includes(0) ? 'https://usher.test/w/token' : null,
        })
      }),
      { numRuns: 20 },
    )
    expect(await connection.collection('inbox').countDocuments()).toBe(0)
  })

  test('gets messages once an event has a phone number, despite repeated events without one', async () => {
    const id = newId('guest')
    const [added, updated] = life(id)
    const notified = guestEvent(harness.organizationId, { id, sequence: 3, definition: guestNotified })
    await harness.publish(added, notified, updated, added)
    const [message] = await until('the message', async () => {
      const messages = await messagesTo(id)
      return messages.length > 0 && messages
    })
    expect(message).toMatchObject({ kind: 'ready', to: '+14155552671' })
    expect(await knownOf(id)).toMatchObject({ sequence: 3, phone: '+14155552671' })
  })

  test('gets no reminder when the phone number was removed after the call', async () => {
    const queueId = newId('queue')
    const automatic = { reminder: true }
    await harness.client()('PATCH', `/v1/queues/${queueId}/messages`, {
      body: { automatic, reminder_after_minutes: 1 },
    })
    const id = newId('guest')
    const called = { id, queueId, sequence: 2, definition: guestNotified, time: harness.clock.now() }
    await harness.publish(guestEvent(harness.organizationId, called))
    await until('the message', async () => (await messagesTo(id)).length === 1)
    const without = { ...called, sequence: 3, definition: guestUpdated, phone: null }
    await harness.publish(guestEvent(harness.organizationId, without))
    await until('the change', async () => (await knownOf(id))?.sequence === 3)
    harness.clock.advance(61_000)
    await harness.service.jobs.reminders.run()
    expect((await messagesTo(id)).map(({ kind }: { kind: string }) => kind)).toEqual(['ready'])
  })
})
