import { apiClient, type Receiver, startReceiver, until } from '@usher/test-kit'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let usher: Usher
let receiver: Receiver
beforeAll(async () => {
  usher = await useSharedUsher()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]()
  await usher?.[Symbol.asyncDispose]()
})

const messagesTo = async (guest: string) =>
  (await usher.api('GET', `/v1/notifications?guest_id=${guest}`)).body.data

describe('messages to a guest with a phone number, through the gateway', () => {
  test('are delivered when the guest is added and notified, and webhooks report them', async () => {
    const { api } = usher
    const event_types = ['guest.added', 'guest.notified', 'notification.sent', 'notification.delivered']
    await api('POST', '/v1/webhook-endpoints', { body: { url: receiver.url, event_types } })
    const queue = (await api('POST', '/v1/queues', { body: { name: 'Bistro' } })).body.id
    const body = { name: 'Ada', phone: '+14155552671' }
    const guest = (await api('POST', `/v1/queues/${queue}/guests`, { body })).body
    await api('POST', `/v1/guests/${guest.id}/notify`, { body: { text: 'By the window, Ada.' } })
    const messages = await until('both messages to arrive', async () => {
      const found = await messagesTo(guest.id)
      const isOver = found.every(({ status }: { status: string }) => status === 'delivered')
      return found.length === 2 && isOver && found
    })
    const said = Object.fromEntries(messages.map(({ kind, text }: Record<string, string>) => [kind, text]))
    expect(said).toEqual({
      // By the name of the organisation, or of the queue where no event has told of it yet.
      added: expect.stringMatching(
        /^Hi Ada, you are in line at (?:Demo )?Bistro, number 1\. Reply to reach us, STOP to opt out\. Your place: /,
      ),
      ready: 'By the window, Ada.',
    })
    const told = await until('the webhooks', () => {
      const envelopes = receiver.received.map(({ raw }) => JSON.parse(raw.toString()))
      return envelopes.length === 6 && envelopes
    })
    const delivered = told.filter(({ event }) => event === 'notification.delivered')
    expect(delivered.map(({ data }) => data.guest_id)).toEqual([guest.id, guest.id])
    for (const { event, data } of told.filter(({ event }) => event.startsWith('guest.'))) {
      expect([event, 'status_url' in data, 'message' in data]).toEqual([event, false, false])
    }
  })

  test('include one almost_ready message when guests ahead leave, unless it is switched off', async () => {
    const { api } = usher
    const givenTwo = async (messages: object) => {
      const queue = (await api('POST', '/v1/queues', { body: { name: 'Bar', almost_ready_position: 1 } }))
        .body.id
      const switched = await api('PATCH', `/v1/queues/${queue}/messages`, { body: { automatic: messages } })
      expect(switched.status).toBe(200)
      const add = async (phone: string) =>
        (await api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'C', phone } })).body.id
      return [await add('+14155552673'), await add('+14155552674')] as const
    }
    const [off, on] = [await givenTwo({ almost_ready: false }), await givenTwo({ added: false })]
    for (const [first] of [off, on]) {
      await api('POST', `/v1/guests/${first}/seat`)
      await api('POST', `/v1/guests/${first}/undo`)
      await api('POST', `/v1/guests/${first}/seat`)
    }
    await until('the message', async () => (await messagesTo(on[1])).length > 0)
    expect(await messagesTo(on[1])).toMatchObject([{ kind: 'almost_ready' }])
    expect(await messagesTo(off[1])).toMatchObject([{ kind: 'added' }])
  })

  test('can be sent by guest_id right after the guest was added', async () => {
    const { api } = usher
    const queue = (await api('POST', '/v1/queues', { body: { name: 'Door' } })).body.id
    const added = await api('POST', `/v1/queues/${queue}/guests`, {
      body: { name: 'B', phone: '+14155552672' },
    })
    const message = { guest_id: added.body.id, text: 'Welcome' }
    const sent = await api('POST', '/v1/notifications/send', { body: message })
    expect([sent.status, sent.body.to]).toEqual([202, '+14155552672'])
  })

  test('are hidden from another organisation', async () => {
    const stranger = apiClient(usher.stack.url, usher.demo.second.api_key)
    const [mine] = (await usher.api('GET', '/v1/notifications')).body.data
    expect((await stranger('GET', `/v1/notifications/${mine.id}`)).status).toBe(404)
    expect((await stranger('GET', '/v1/notifications')).body.data).toEqual([])
  })
})
