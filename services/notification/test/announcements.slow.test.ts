import { type EventDefinition, guestSeated, type Notification, PERSONAL } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { auditNoteOf, until } from '@usher/test-kit'
import { type GuestGiven, guestEvent, type Harness, queueEvent, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const TEXT = 'The kitchen closes in half an hour.'

let lines = 0
/** A number that no other test uses. */
const newNumber = () => `+4915118${String(++lines).padStart(6, '0')}`

/** A queue with guests whom the service knows; it sends nothing by itself. */
async function givenLine(guests: readonly (GuestGiven & { readonly definition?: EventDefinition })[]) {
  const api = harness.client()
  const queueId = newId('queue')
  await harness.publish(queueEvent(harness.organizationId, queueId, 'Bistro', { timezone: 'UTC' }))
  const automatic = { added: false }
  await until('the queue', async () => {
    const path = `/v1/queues/${queueId}/messages`
    return (await api('PATCH', path, { body: { automatic } })).status === 200
  })
  const events = guests.map((given) => guestEvent(harness.organizationId, { queueId, ...given }))
  await harness.publish(...events)
  for (const { subject } of events) {
    const path = `/v1/guests/${subject}/conversation`
    await until('the guest', async () => (await api('GET', path)).status === 200)
  }
  const announce = (body: object = { text: TEXT }, more: object = {}, as = api) =>
    as('POST', `/v1/queues/${queueId}/announcements`, { body, ...more })
  return { queueId, announce, ids: events.map(({ subject }) => subject) }
}

async function messagesTo(guest: string): Promise<Notification[]> {
  return (await harness.client()('GET', `/v1/notifications?guest_id=${guest}`)).body.data
}

describe('an announcement to a queue', () => {
  test('reaches each waiting address once and counts guests without an address as not_sent', async () => {
    const shared = newNumber()
    const { announce, ids } = await givenLine([
      { phone: shared },
      { phone: shared },
      { phone: null, email: 'ada@example.com' },
      { phone: null },
      { phone: newNumber(), status: 'seated', definition: guestSeated },
    ])
    const answer = await announce()
    expect([answer.status, answer.body]).toEqual([202, { accepted: 2, not_sent: 1 }])
    const [first, second, byMail, unreachable, seated] = await Promise.all(ids.map(messagesTo))
    expect(first?.map(({ text, kind, to, channel }) => ({ text, kind, to, channel }))).toEqual([
      { text: TEXT, kind: null, to: shared, channel: 'sms' },
    ])
    expect(byMail?.map(({ to, channel }) => [to, channel])).toEqual([['ada@example.com', 'email']])
    expect([second, unreachable, seated]).toEqual([[], [], []])
    await until('the delivery', async () => (await messagesTo(ids[0] ?? ''))[0]?.status === 'delivered')
  })

  test('is not sent to a guest who has opted out', async () => {
    const [out, other] = [newNumber(), newNumber()]
    const { announce, ids } = await givenLine([{ phone: out }, { phone: other }])
    await harness.client()('POST', '/v1/notifications/opt-outs', { body: { to: out } })
    expect((await announce()).body).toEqual({ accepted: 1, not_sent: 1 })
    expect(await messagesTo(ids[0] ?? '')).toEqual([])
  })

  test('goes to the e-mail address of a guest whose phone number has opted out, like a single message', async () => {
    const out = newNumber()
    const { announce, ids } = await givenLine([{ phone: out, email: 'bob@example.com' }])
    await harness.client()('POST', '/v1/notifications/opt-outs', { body: { to: out } })
    expect((await announce()).body).toEqual({ accepted: 1, not_sent: 0 })
    const body = { guest_id: ids[0], text: 'Hello' }
    const single = await harness.client()('POST', '/v1/notifications/send', { body })
    expect([single.status, single.body.channel, single.body.to]).toEqual([202, 'email', 'bob@example.com'])
    expect((await messagesTo(ids[0] ?? '')).map(({ to }) => to)).toEqual([
      'bob@example.com',
      'bob@example.com',
    ])
  })

  test('to 200 guests does not hold up the message of a call until its end', async () => {
    const many = await givenLine(Array.from({ length: 200 }, () => ({ phone: newNumber() })))
    expect((await many.announce()).body.accepted).toBe(200)
    const body = { to: newNumber(), text: 'It is your turn.' }
    const call = (await harness.client()('POST', '/v1/notifications/send', { body })).body.id
    const sentAt = (message: Notification) => Date.parse(message.sent_at ?? '')
    const called = await until('the call', async () => {
      const { body } = await harness.client()('GET', `/v1/notifications/${call}`)
      return body.sent_at && body
    })
    const last = await until('the last', async () => {
      const [message] = await messagesTo(many.ids.at(-1) ?? '')
      return message?.sent_at ? message : undefined
    })
    expect(sentAt(called)).toBeLessThan(sentAt(last))
  })

  test('fails with no_longer_of_use for a guest who left before it was sent', async () => {
    const { announce, ids, queueId } = await givenLine([{ phone: newNumber() }])
    const now = harness.clock.now()
    const clockOf = (minutes: number) =>
      new Date(now.getTime() + minutes * 60_000).toISOString().slice(11, 16)
    const quiet_hours = { start: clockOf(-10), end: clockOf(10) }
    const path = `/v1/queues/${queueId}/messages`
    expect((await harness.client()('PATCH', path, { body: { quiet_hours } })).status).toBe(200)
    await announce()
    await until('it to be held', async () => (await messagesTo(ids[0] ?? ''))[0]?.held)
    const left = {
      id: ids[0] as string,
      queueId,
      status: 'seated',
      definition: guestSeated,
      sequence: 2,
    } as const
    await harness.publish(guestEvent(harness.organizationId, left))
    const other = await givenLine([{ phone: newNumber() }])
    await other.announce()
    harness.clock.advance(15 * 60_000)
    await harness.service.jobs.dispatcher.drain()
    const failed = await until('the end', async () => {
      const [message] = await messagesTo(ids[0] ?? '')
      return message?.status === 'failed' && message
    })
    expect(failed.error?.code).toBe('no_longer_of_use')
  })

  test('repeated with its idempotency key sends one message', async () => {
    const { announce, ids } = await givenLine([{ phone: newNumber() }])
    const headers = { 'idempotency-key': newId('request') }
    const answers = await Promise.all([announce(undefined, { headers }), announce(undefined, { headers })])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(await messagesTo(ids[0] ?? '')).toHaveLength(1)
  })

  test('is noted in the audit trail without its text', async () => {
    const { announce, queueId } = await givenLine([{ phone: newNumber() }])
    expect(auditNoteOf(await announce())).toEqual({
      resource: queueId,
      changes: {
        text: { before: null, after: PERSONAL },
        accepted: { before: null, after: 1 },
        not_sent: { before: null, after: 0 },
      },
    })
  })

  test('to an empty queue sends nothing', async () => {
    const { announce } = await givenLine([])
    expect((await announce()).body).toEqual({ accepted: 0, not_sent: 0 })
  })

  test('answers 404 to another organisation and 403 to a key limited to other queues', async () => {
    const { announce, ids } = await givenLine([{ phone: newNumber() }])
    const stranger = harness.client({ organization_id: newId('organization') })
    expect((await announce(undefined, {}, stranger)).status).toBe(404)
    const limited = harness.client({ queue_ids: [newId('queue')] })
    expect((await announce(undefined, {}, limited)).status).toBe(403)
    expect(await messagesTo(ids[0] ?? '')).toEqual([])
  })

  test.each([{}, { text: '' }, { text: ' ' }, { text: 'x'.repeat(2_000) }, { text: TEXT, to: 'all' }])(
    'is refused with 400 for the body %j',
    async (body) => {
      const { announce } = await givenLine([])
      expect((await announce(body)).status).toBe(400)
    },
  )
})
