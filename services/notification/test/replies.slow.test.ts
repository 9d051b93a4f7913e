import { type Reply as GuestReply, guestRemoved, type Notification, replyHandled } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { type Client, until } from '@usher/test-kit'
import type { InboundMessage } from '../src/providers/provider.ts'
import { createInboundHandler } from '../src/replies/on-inbound.ts'
import { type GuestGiven, guestEvent, type Harness, queueEvent, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

let lines = 0
/** A number that no other test uses. */
const newNumber = (country = '+4915112') => `${country}${String(++lines).padStart(6, '0')}`

/** Writes to the organisation and gives the reply as it was kept. */
async function write(from: string, text: string, api: Client = harness.client()): Promise<GuestReply> {
  const { status, body } = await api('POST', '/v1/notifications/sandbox/inbound', { body: { from, text } })
  if (status !== 202) throw new Error(`the reply was answered ${status}: ${body.detail}`)
  return body
}

const messagesTo = async (to: string): Promise<Notification[]> => {
  const { data } = (await harness.client()('GET', '/v1/notifications?limit=100')).body
  return data.filter((message: Notification) => message.to === to && message.kind === null).reverse()
}

/** The texts that a number was answered, in order. */
const answersTo = async (to: string) => (await messagesTo(to)).map(({ text }) => text)

/** A guest whom the service knows. */
async function givenGuest(phone: string, given: GuestGiven & { readonly queueName?: string } = {}) {
  const queueId = newId('queue')
  const event = guestEvent(harness.organizationId, { phone, queueId, ...given })
  await harness.publish(queueEvent(harness.organizationId, queueId, given.queueName ?? 'Bistro'), event)
  await until('the guest', async () => {
    const path = `/v1/guests/${event.subject}/conversation`
    return (await harness.client()('GET', path)).body.data.length > 0
  })
  return event.subject
}

const commandOf = ({ id }: GuestReply) =>
  until('the command', () => harness.events.of(id).find(({ type }) => type === 'guest_reply.received'))

/** What the queue service says of a reply. */
function handled({ id, guest_id, intent, minutes }: GuestReply, reason: string | null = null) {
  const outcome = reason === null ? ('done' as const) : ('refused' as const)
  const data = { id, guest_id: guest_id ?? '', intent: intent as 'late', minutes, outcome, reason }
  const origin = { organizationId: harness.organizationId, actor: 'guest', requestId: id }
  return newEvent(replyHandled, { subject: id, sequence: 1, time: new Date(), origin, data })
}

describe('a phone number with one guest in line', () => {
  test('"late 10" sends one command to the queue service and one answer when it is done', async () => {
    const phone = newNumber()
    const guest = await givenGuest(phone)
    const reply = await write(phone, 'Late 10 😬')
    expect(reply).toMatchObject({
      guest_id: guest,
      intent: 'late',
      minutes: 10,
      from: phone,
      text: 'Late 10 😬',
    })
    const { data, actor } = await commandOf(reply)
    expect([actor, data]).toEqual([
      'guest',
      { id: reply.id, guest_id: guest, intent: 'late', minutes: 10, received_at: expect.any(String) },
    ])
    expect(await answersTo(phone)).toEqual([])
    const done = handled(reply)
    await harness.publish(done, done)
    await until('the answer', async () => (await answersTo(phone)).length === 1)
    await harness.publish({ ...done, id: newId('event') })
    await write(phone, 'help')
    const told = await answersTo(phone)
    expect(told[0]).toBe('We keep your place for 10 minutes.')
    expect(told).toHaveLength(2)
  })

  test("a refused command is answered in the guest's language", async () => {
    const phone = newNumber()
    await givenGuest(phone, { locale: 'de' })
    const reply = await write(phone, 'Absagen')
    await harness.publish(handled(reply, 'invalid_transition'))
    await until('the answer', async () => (await answersTo(phone)).length === 1)
    expect(await answersTo(phone)).toEqual(['Das geht nicht: Sie stehen nicht mehr auf der Warteliste.'])
  })

  test('a free text is forwarded to staff and listed in the conversation, in order and page by page', async () => {
    const phone = newNumber()
    const guest = await givenGuest(phone)
    const question = await write(phone, 'Is there a high chair?')
    const forwarded = await until('the event', () => harness.events.of(question.id)[0])
    expect(forwarded).toMatchObject({
      type: 'guest_reply.forwarded',
      data: { id: question.id, guest_id: guest, channel: 'sms', received_at: question.received_at },
    })
    expect(JSON.stringify(forwarded)).not.toContain('chair')
    const body = { guest_id: guest, text: 'Yes, we have one.' }
    await harness.client()('POST', '/v1/notifications/send', { body })
    await write(phone, 'cancel')
    const all = await conversation(guest, 'limit=100')
    expect(all.map(({ direction, text, intent }) => [direction, text, intent])).toEqual([
      ['out', expect.stringContaining('you are in line'), null],
      ['in', 'Is there a high chair?', null],
      ['out', 'Yes, we have one.', null],
      ['in', 'cancel', 'cancel'],
    ])
    const ids = (entries: readonly Record<string, unknown>[]) => entries.map(({ id }) => id)
    expect(ids(await conversation(guest, 'limit=1'))).toEqual(ids(all))
  })

  test('"late" after the guest has left sends no command and is answered once a day', async () => {
    const phone = newNumber()
    const guest = await givenGuest(phone)
    const left = guestEvent(harness.organizationId, { id: guest, phone, sequence: 2 })
    await harness.publish({
      ...left,
      type: guestRemoved.type,
      data: { ...(left.data as object), status: 'removed' },
    } as typeof left)
    // Events are followed in their order.
    await givenGuest(newNumber())
    const reply = await write(phone, 'late 10')
    await write(phone, 'late 20')
    expect(reply.guest_id).toBe(guest)
    expect(harness.events.of(reply.id)).toEqual([])
    expect(await answersTo(phone)).toEqual(['We do not find you in a line. Please ask our staff.'])
  })
})

/** The whole conversation of a guest, page by page. */
async function conversation(guest: string, query: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/v1/guests/${guest}/conversation?${query}${cursor && `&cursor=${cursor}`}`
    const { body } = await harness.client()('GET', path)
    found.push(...body.data)
    cursor = body.next_cursor
  }
  return found
}

describe('a phone number with two guests in line', () => {
  test('"cancel" is answered with a question which guest, and the number sent back picks the guest', async () => {
    const phone = newNumber()
    await givenGuest(phone, { queueName: 'Bistro' })
    const bob = await givenGuest(phone, { queueName: 'Clinic', name: 'Bob' })
    const asked = await write(phone, 'cancel')
    expect(asked.intent).toBe('cancel')
    expect(await answersTo(phone)).toEqual([
      'Which one do you mean? Reply with its number: 1 Bistro (Ada), 2 Clinic (Bob)',
    ])
    const chosen = await write(phone, '2.')
    expect(chosen).toMatchObject({ guest_id: bob, intent: 'cancel' })
    expect((await commandOf(chosen)).data).toMatchObject({ guest_id: bob, intent: 'cancel' })
    expect((await write(phone, '2')).intent).toBeNull()
    expect(harness.events.of(asked.id)).toEqual([])
  })

  test('an unknown number or a late one after the question is left to the staff', async () => {
    const phone = newNumber()
    await givenGuest(phone)
    await givenGuest(phone, { name: 'Bob' })
    await write(phone, 'late 15')
    expect((await write(phone, '3')).intent).toBeNull()
    harness.clock.advance(15 * 60_000 + 1)
    expect((await write(phone, '1')).intent).toBeNull()
    expect(await answersTo(phone)).toHaveLength(1)
  })
})

describe('a phone number without a guest', () => {
  test('has its replies stored and listed, and gets one answer a day', async () => {
    const phone = newNumber()
    const reply = await write(phone, 'Hello?')
    await write(phone, 'here')
    expect(reply.guest_id).toBeNull()
    expect(await answersTo(phone)).toEqual(['We do not find you in a line. Please ask our staff.'])
    const path = `/v1/notifications/replies?from=${encodeURIComponent(phone)}&limit=1`
    const { body } = await harness.client()('GET', path)
    expect(body.data).toMatchObject([{ text: 'here', intent: 'here' }])
    const next = await harness.client()('GET', `${path}&cursor=${body.next_cursor}`)
    expect(next.body).toMatchObject({ data: [{ text: 'Hello?' }], next_cursor: null })
  })

  test('gets no answer when it is a landline', async () => {
    await write('+493012345678', 'help')
    expect(await answersTo('+493012345678')).toEqual([])
  })

  test('another organisation can neither see its replies and conversation nor cancel its guest', async () => {
    const phone = newNumber()
    const guest = await givenGuest(phone)
    await write(phone, 'hello')
    const other = harness.otherOrganization()
    expect((await other('GET', '/v1/notifications/replies')).body.data).toEqual([])
    expect((await other('GET', `/v1/guests/${guest}/conversation`)).status).toBe(404)
    await write(phone, 'cancel', other)
    const commands = harness.events.events.filter(({ type }) => type === 'guest_reply.received')
    expect(commands.filter(({ data }) => (data as { guest_id: string }).guest_id === guest)).toEqual([])
  })
})

describe('a key limited to some queues', () => {
  test('reads conversations of its own queues only', async () => {
    const queueId = newId('queue')
    const guest = await givenGuest(newNumber(), { queueId })
    const status = async (queue: string) =>
      (await harness.client({ queue_ids: [queue] })('GET', `/v1/guests/${guest}/conversation`)).status
    expect([await status(queueId), await status(newId('queue'))]).toEqual([200, 403])
  })
})

describe('an installation with the sandbox switched off', () => {
  test('answers 404 to a sandbox reply', async () => {
    const { url } = await harness.start({ sandbox: false })
    const body = { from: newNumber(), text: 'cancel' }
    const answer = await harness.client({}, url)('POST', '/v1/notifications/sandbox/inbound', { body })
    expect(answer.status).toBe(404)
  })
})

describe('inbound messages from a provider', () => {
  const receive = (message: InboundMessage, { context, jobs } = harness.service) =>
    createInboundHandler(context, jobs)(message)
  const message = (from: string, text: string, given: Partial<InboundMessage> = {}): InboundMessage => ({
    organizationId: harness.organizationId,
    ...{ provider: 'twilio', providerMessageId: newId('request'), channel: 'sms', from, to: '+15005550006' },
    ...{ text, at: harness.clock.now() },
    ...given,
  })

  test('one message received 6 times at two replicas is one reply and one command', async () => {
    const phone = newNumber()
    const guest = await givenGuest(phone)
    const other = await harness.start()
    const late = message(phone, 'late 10')
    await Promise.all([1, 2, 3].flatMap(() => [receive(late), receive(late, other)]))
    await receive({ ...late, text: 'cancel' })
    const path = `/v1/notifications/replies?guest_id=${guest}`
    const { data } = (await harness.client()('GET', path)).body
    expect(data).toMatchObject([{ text: 'late 10', provider: 'twilio' }])
    await commandOf(data[0])
    expect(harness.events.of(data[0].id)).toHaveLength(1)
  })

  test('the same message ID of another organisation is a separate reply', async () => {
    const phone = newNumber()
    const mine = message(phone, 'Hello')
    await receive(mine)
    const caller = { organization_id: newId('organization') }
    await receive({ ...mine, organizationId: caller.organization_id })
    expect((await harness.client(caller)('GET', '/v1/notifications/replies')).body.data).toHaveLength(1)
  })

  test('five concurrent STOP messages are one opt-out with one confirmation', async () => {
    const phone = newNumber()
    await Promise.all([1, 2, 3, 4, 5].map(() => receive(message(phone, 'stop'))))
    const path = `/v1/notifications/opt-outs?address=${encodeURIComponent(phone)}`
    expect((await harness.client()('GET', path)).body.data).toHaveLength(1)
    expect(await answersTo(phone)).toHaveLength(1)
  })

  test('an opt-out made by the provider is recorded without an answer', async () => {
    const phone = newNumber()
    await receive(message(phone, 'cancel', { optOut: 'stop' }))
    expect(await answersTo(phone)).toEqual([])
    const body = { to: phone, text: 'x' }
    const answer = await harness.client()('POST', '/v1/notifications/send', { body })
    expect(answer.body.code).toBe('recipient_opted_out')
  })

  test.each(['', '\u0000\ud800', '😀'.repeat(3_000)])(
    'an empty, malformed or very long text is stored',
    async (text) => {
      const phone = newNumber()
      await receive(message(phone, text))
      const path = `/v1/notifications/replies?from=${encodeURIComponent(phone)}`
      expect((await harness.client()('GET', path)).body.data).toHaveLength(1)
    },
  )
})

describe('a sandbox reply with an idempotency key', () => {
  test('sent 5 times at once is one reply with one answer', async () => {
    const phone = newNumber()
    const headers = { 'idempotency-key': phone.slice(1) }
    const body = { from: phone, text: 'Hi there' }
    const path = '/v1/notifications/sandbox/inbound'
    const all = await Promise.all(
      Array.from({ length: 5 }, () => harness.client()('POST', path, { body, headers })),
    )
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(1)
    expect(await answersTo(phone)).toHaveLength(1)
  })
})
