import { ALL_SCOPES, type CloudEvent, type Notification } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { HOUR_MS, SECOND_MS } from '@usher/service-kit/durations'
import { type Client, goldenEvents, until } from '@usher/test-kit'
import { guestEvent, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** An organisation that may send so many messages a day. */
async function givenOrganization(perDay: number) {
  const caller = { organization_id: newId('organization'), plan: 'standard', country: 'US' } as const
  const api = harness.client({ ...caller, scopes: [...ALL_SCOPES, 'organization:manage'] })
  const body = { per_organization_per_day: perDay }
  expect((await api('PATCH', '/v1/notifications/settings', { body })).status).toBe(200)
  return { api, organizationId: caller.organization_id }
}

/** A booking three days ahead, and the events of it. */
function givenBooking(organizationid: string, phone: string) {
  const id = newId('booking')
  let sequence = 0
  return (type: string, changed: object = {}): CloudEvent => {
    sequence += 1
    const golden = goldenEvents().find((one) => one.type === type) as CloudEvent<Record<string, unknown>>
    const time = harness.clock.now()
    const start = new Date(time.getTime() + (72 + sequence) * HOUR_MS).toISOString()
    const customer = { ...(golden.data.customer as object), phone, email: null }
    const data = { ...golden.data, id, start, customer, ...changed }
    const ids = { id: newId('event'), organizationid, subject: id, sequence }
    return { ...golden, ...ids, actor: 'customer', time: time.toISOString(), data }
  }
}

async function messagesOf(api: Client): Promise<Notification[]> {
  await harness.service.jobs.dispatcher.drain()
  return (await api('GET', '/v1/notifications?limit=100')).body.data
}

describe('attack: use up the messages of a venue by booking, moving and cancelling', () => {
  test('sends a tenth of the daily messages for public bookings, and all that staff cause', async () => {
    const { api, organizationId } = await givenOrganization(40)
    const booked = Array.from({ length: 12 }, (_, n) =>
      givenBooking(organizationId, `+141555526${10 + n}`)('booking.created'),
    )
    await harness.publish(...booked)
    const outcomes = await until('the confirmations', async () => {
      const found = await messagesOf(api)
      return (
        found.length === 12 &&
        found.every(({ status }) => status !== 'queued') &&
        found.map(({ error }) => error?.code ?? 'sent')
      )
    })
    expect(outcomes.toSorted()).toEqual([...Array(8).fill('public_booking_limit'), ...Array(4).fill('sent')])
    await harness.publish(guestEvent(organizationId, { phone: '+14155552699', time: harness.clock.now() }))
    const added = await until('the message of the staff', async () =>
      (await messagesOf(api)).find(({ kind, status }) => kind === 'added' && status !== 'queued'),
    )
    expect(added.error).toBeNull()
  })

  test('sends a handful of messages about 42 moves of one booking within minutes, the last with the last time', async () => {
    const { api, organizationId } = await givenOrganization(1_000)
    const event = givenBooking(organizationId, '+14155552671')
    await harness.publish(event('booking.created'))
    await until('the confirmation', async () => (await messagesOf(api)).length === 1)
    for (let n = 1; n <= 42; n += 1) {
      const before = (await messagesOf(api)).map(({ text }) => text)
      await harness.publish(event('booking.updated'))
      await until('the move to be known', async () => {
        const now = (await messagesOf(api)).map(({ text }) => text)
        return JSON.stringify(now) !== JSON.stringify(before)
      })
      harness.clock.advance(10 * SECOND_MS)
    }
    const last = (await messagesOf(api)).find(({ kind }) => kind === 'booking_changed')
    harness.clock.advance(121 * SECOND_MS)
    const moves = await until('the last message', async () => {
      const found = (await messagesOf(api)).filter(({ kind }) => kind === 'booking_changed')
      return found.every(({ status }) => status !== 'queued') && found
    })
    expect(moves.length).toBeLessThanOrEqual(5)
    expect(moves[0]?.text).toBe(last?.text)
  })

  test('sends no message about a move that was cancelled before it was sent', async () => {
    const { api, organizationId } = await givenOrganization(1_000)
    const event = givenBooking(organizationId, '+14155552672')
    await harness.publish(event('booking.created'), event('booking.updated'), event('booking.cancelled'))
    await until('the cancellation', async () =>
      (await messagesOf(api)).some(({ kind }) => kind === 'booking_cancelled'),
    )
    const kinds = (await messagesOf(api)).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['booking_cancelled', 'booking_confirmed'])
  })
})
