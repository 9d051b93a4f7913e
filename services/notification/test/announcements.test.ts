import { type EventDefinition, guestSeated, type Notification, PERSONAL } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { auditNoteOf, until } from '@usher/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  await harness.publish(queueEvent(harness.organizationId, queueId, 'Bistro'))
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

describe('given guests in a line', () => {
  test('when something is announced, then each who can be written to gets it once, and others are counted', async () => {
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

  test('when somebody has opted out, then they get nothing', async () => {
    const [out, other] = [newNumber(), newNumber()]
    const { announce, ids } = await givenLine([{ phone: out }, { phone: other }])
    await harness.client()('POST', '/v1/notifications/opt-outs', { body: { to: out } })
    expect((await announce()).body).toEqual({ accepted: 1, not_sent: 1 })
    expect(await messagesTo(ids[0] ?? '')).toEqual([])
  })

  test('when a request is repeated with its key, then nobody gets it twice', async () => {
    const { announce, ids } = await givenLine([{ phone: newNumber() }])
    const headers = { 'idempotency-key': newId('request') }
    const answers = await Promise.all([announce(undefined, { headers }), announce(undefined, { headers })])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(await messagesTo(ids[0] ?? '')).toHaveLength(1)
  })

  test('when it is noted for the audit trail, then without the text', async () => {
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

  test('when nobody is in line, then nothing is sent', async () => {
    const { announce } = await givenLine([])
    expect((await announce()).body).toEqual({ accepted: 0, not_sent: 0 })
  })

  test('when it is of another organisation or of a queue that a key is not for, then it is refused', async () => {
    const { announce, ids } = await givenLine([{ phone: newNumber() }])
    const stranger = harness.client({ organization_id: newId('organization') })
    expect((await announce(undefined, {}, stranger)).status).toBe(404)
    const limited = harness.client({ queue_ids: [newId('queue')] })
    expect((await announce(undefined, {}, limited)).status).toBe(403)
    expect(await messagesTo(ids[0] ?? '')).toEqual([])
  })

  test.each([{}, { text: '' }, { text: ' ' }, { text: 'x'.repeat(2_000) }, { text: TEXT, to: 'all' }])(
    'when the body is %j, then it is refused',
    async (body) => {
      const { announce } = await givenLine([])
      expect((await announce(body)).status).toBe(400)
    },
  )
})
