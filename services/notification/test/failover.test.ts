import { ROLES } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { type Client, until } from '@usher/test-kit'
import { guestEvent, type Harness, startHarness, untilStatus } from './harness.ts'

/** Numbers at which the sandbox refuses, stays silent and fails later, and one at which all arrives. */
const [REFUSED, SILENT, LOST, WELL] = ['+15005550002', '+15005550004', '+15005550005', '+14155552671']
const EMAIL = 'ada@example.com'

let harness: Harness
let api: Client
let organizationId: string
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())
beforeEach(() => {
  organizationId = newId('organization')
  api = harness.client({ organization_id: organizationId })
})

/** Has the event of a guest followed and gives the message that the guest is sent, once it has a status. */
async function messageTo(phone: string, email: string | null, status: 'delivered' | 'failed' | 'sent') {
  const event = guestEvent(organizationId, { phone, email })
  await harness.publish(event)
  return await until('the first message', async () => {
    const found = (await messagesOf(event.subject)).find(({ failover_of }) => !failover_of)
    return found?.status === status && found
  })
}

const messagesOf = async (guest: string) =>
  (await api('GET', `/v1/notifications?guest_id=${guest}`)).body.data as Record<string, string | null>[]

const successorOf = async ({ id, guest_id }: Record<string, string | null>) =>
  await until('the message by another channel', async () => {
    const found = (await messagesOf(guest_id ?? '')).find(({ failover_of }) => failover_of === id)
    return found?.status === 'delivered' && found
  })

async function giveUpWaiting(): Promise<void> {
  harness.clock.advance(121_000)
  await harness.service.jobs.overdue.run()
}

describe('failover for a guest with phone number and e-mail address', () => {
  test.each([
    ['is refused', REFUSED],
    ['turns out not to have arrived', LOST],
  ])(
    'an SMS that %s is sent again by e-mail, and the two messages link to each other',
    async (_what, phone) => {
      const failed = await messageTo(phone, EMAIL, 'failed')
      const second = await successorOf(failed)
      expect(second).toMatchObject({ channel: 'email', to: EMAIL, text: failed.text, kind: 'added' })
      expect((await api('GET', `/v1/notifications/${failed.id}`)).body.failover_to).toBe(second.id)
    },
  )

  test('an SMS without a receipt for two minutes is sent once by e-mail and marked unconfirmed', async () => {
    const sent = await messageTo(SILENT, EMAIL, 'sent')
    await harness.service.jobs.overdue.run()
    expect(await messagesOf(sent.guest_id ?? '')).toHaveLength(1)
    await Promise.all([giveUpWaiting(), giveUpWaiting()])
    await successorOf(sent)
    await giveUpWaiting()
    expect(await messagesOf(sent.guest_id ?? '')).toHaveLength(2)
    expect((await api('GET', `/v1/notifications/${sent.id}`)).body).toMatchObject({
      ...{ status: 'sent', unconfirmed_at: expect.any(String), failover_to: expect.any(String) },
    })
    const types = () => harness.events.of(sent.id ?? '').map(({ type }) => type)
    await until('both events', () => types().length >= 2)
    expect(types()).toEqual(['notification.sent', 'notification.unconfirmed'])
  })

  test("starts after the organisation's own failover_after_seconds", async () => {
    const manager = harness.client({ organization_id: organizationId, scopes: [...ROLES.manager] })
    const body = { failover_after_seconds: 30 }
    expect((await manager('PATCH', '/v1/notifications/settings', { body })).body).toMatchObject(body)
    const sent = await messageTo(SILENT, EMAIL, 'sent')
    harness.clock.advance(31_000)
    await harness.service.jobs.overdue.run()
    await successorOf(sent)
  })

  test('does nothing after an SMS that was delivered', async () => {
    const arrived = await messageTo(WELL, EMAIL, 'delivered')
    await giveUpWaiting()
    expect(arrived).toMatchObject({ unconfirmed_at: null, failover_to: null })
    expect(await messagesOf(arrived.guest_id ?? '')).toHaveLength(1)
  })

  test('follows channel "auto", but not a channel chosen by staff', async () => {
    const { guest_id } = await messageTo(REFUSED, EMAIL, 'failed')
    const send = async (channel: string) => {
      const body = { guest_id, text: 'Hello', channel }
      const { id } = (await api('POST', '/v1/notifications/send', { body })).body
      return await untilStatus(api, id, 'failed')
    }
    expect((await send('sms')).failover_to).toBeNull()
    expect((await send('auto')).failover_to).toEqual(expect.any(String))
  })

  test('does nothing after an error that all channels share', async () => {
    const template = { text: '{% if position == 3 %}{% else %}x{% endif %}', name: 'Empty', kind: 'added' }
    expect((await api('POST', '/v1/notifications/templates', { body: template })).status).toBe(201)
    const failed = await messageTo(WELL, EMAIL, 'failed')
    expect(failed).toMatchObject({ error: { code: 'template_failed' }, failover_to: null })
  })
})

describe('failover for a guest with a phone number only', () => {
  test('does nothing after an SMS that failed', async () => {
    const failed = await messageTo(REFUSED, null, 'failed')
    expect(failed.failover_to).toBeNull()
    expect(await messagesOf(failed.guest_id ?? '')).toHaveLength(1)
  })
})
