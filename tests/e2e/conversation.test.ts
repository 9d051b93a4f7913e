import type { ConversationEntry } from '@usher/contracts'
import { type Receiver, startReceiver, until } from '@usher/test-kit'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

const PHONE = '+14155552671'

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

const guestOf = async (id: string) => (await usher.api('GET', `/v1/guests/${id}`)).body

const add = async (queue: string, body: object): Promise<string> =>
  (await usher.api('POST', `/v1/queues/${queue}/guests`, { body })).body.id

const conversationWith = async (id: string): Promise<ConversationEntry[]> =>
  (await usher.api('GET', `/v1/guests/${id}/conversation?limit=100`)).body.data

/** Waits until a guest has been sent a message. */
const told = (id: string, kind: ConversationEntry['kind'], words: RegExp) =>
  until(`${words} to be told`, async () => {
    const said = (await conversationWith(id)).filter(({ direction }) => direction === 'out')
    return said.some((entry) => entry.kind === kind && words.test(entry.text) && entry.status === 'delivered')
  })

async function reply(text: string): Promise<void> {
  const { status } = await usher.api('POST', '/v1/notifications/sandbox/inbound', {
    body: { from: PHONE, text },
  })
  expect(status).toBe(202)
}

const eventsOf = (id: string): string[] =>
  receiver.received
    .map(({ raw }) => JSON.parse(raw.toString()))
    .filter(({ event, data }) => event.startsWith('guest.') && data.id === id)
    .map(({ event, data }) => `${event} ${data.status ?? ''} ${data.position ?? '-'}`)

describe('a guest who receives messages and replies to them, through every service', () => {
  test('has a conversation, place, events and timeline that agree', async () => {
    const { api } = usher
    const webhook = { url: receiver.url, event_types: ['guest.*'], ordering: 'resource' }
    expect((await api('POST', '/v1/webhook-endpoints', { body: webhook })).status).toBe(201)
    const settings = { name: 'Bistro', almost_ready_position: 1, no_show_after_minutes: 15 }
    const queue = (await api('POST', '/v1/queues', { body: settings })).body.id
    const first = await add(queue, { name: 'Grace' })
    const guest = await add(queue, { name: 'Ada', phone: PHONE })
    await told(guest, 'added', /number 2/)

    await api('POST', `/v1/guests/${first}/seat`)
    await told(guest, 'almost_ready', /Ada/)
    await api('POST', `/v1/guests/${guest}/notify`)
    await told(guest, 'ready', /Ada/)
    expect((await guestOf(guest)).status).toBe('notified')

    await reply('Late 10, sorry!')
    await told(guest, null, /10/)
    const away = await guestOf(guest)
    expect(away).toMatchObject({ status: 'waiting', position: 1, notified_at: null })
    const minutes = (Date.parse(away.away_until) - Date.now()) / 60_000
    expect([minutes > 8, minutes <= 10]).toEqual([true, true])

    await reply('cancel')
    await until('the guest to be gone', async () => (await guestOf(guest)).status === 'removed')
    await until('the answer', async () => {
      const last = (await conversationWith(guest)).at(-1)
      return last?.direction === 'out' && last.status === 'delivered'
    })
    const { body: line } = await api('GET', `/v1/queues/${queue}/guests`)
    expect(line.data).toEqual([])

    const conversation = await conversationWith(guest)
    expect(
      conversation.map(({ direction, kind, intent, minutes: asked }) => [direction, kind ?? intent, asked]),
    ).toEqual([
      ['out', 'added', null],
      ['out', 'almost_ready', null],
      ['out', 'ready', null],
      ['in', 'late', 10],
      ['out', null, null],
      ['in', 'cancel', null],
      ['out', null, null],
    ])
    await until('the last event', () => eventsOf(guest).some((event) => event.startsWith('guest.removed')))
    expect(eventsOf(guest)).toEqual([
      'guest.added  2',
      'guest.notified notified 1',
      'guest.updated waiting 1',
      'guest.removed removed -',
    ])
    const timeline = (await api('GET', `/v1/guests/${guest}/timeline?limit=100`)).body.data
    expect(timeline.at(-1)).toMatchObject({ type: 'removed', actor: 'guest' })

    await until('all services to know', async () => {
      await reply('late 10')
      return (await conversationWith(guest)).at(-1)?.text.startsWith('We do not find you')
    })
    expect((await guestOf(guest)).status).toBe('removed')
  })
})
