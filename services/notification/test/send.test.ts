import { operations, type Template } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { readAll, until } from '@usher/test-kit'
import {
  givenNotification,
  guestEvent,
  type Harness,
  queueEvent,
  startHarness,
  untilStatus,
} from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const send = (body: object, api = harness.client()) => api('POST', '/v1/notifications/send', { body })

describe('sending a message', () => {
  test('to a phone number answers 202, and is sent and delivered with one event each', async () => {
    const api = harness.client()
    const asked = await givenNotification(api, { to: '(415) 555-2671' })
    expect(Object.keys(asked).slice(0, 13)).toEqual([
      ...['id', 'guest_id', 'channel', 'to', 'text', 'template_id', 'status', 'provider', 'error'],
      ...['created_at', 'sent_at', 'delivered_at', 'failed_at'],
    ])
    expect(asked).toMatchObject({ channel: 'sms', to: '+14155552671', status: 'queued', guest_id: null })
    const delivered = await untilStatus(api, asked.id, 'delivered')
    expect(operations.getNotification.answer.parse(delivered)).toEqual(delivered)
    expect(delivered).toMatchObject({
      provider: 'sandbox',
      error: null,
      sent_at: expect.any(String),
      delivered_at: expect.any(String),
      attempts: [{ provider: 'sandbox', outcome: 'sent', error: null }],
    })
    const told = await until('both events', () => {
      const found = harness.events.of(asked.id)
      return found.length === 2 && found
    })
    expect(told).toMatchObject([
      { type: 'notification.sent', sequence: 1, data: { id: asked.id, status: 'sent' } },
      { type: 'notification.delivered', sequence: 2, data: { status: 'delivered', to: '+14155552671' } },
    ])
  })

  test('to an e-mail address uses the channel email', async () => {
    const asked = await givenNotification(harness.client(), { to: 'ada@example.com' })
    expect(asked).toMatchObject({ channel: 'email', to: 'ada@example.com' })
    await untilStatus(harness.client(), asked.id, 'delivered')
  })

  test('to a guest fills the template with guest and queue, and given variables take precedence', async () => {
    const api = harness.client()
    const guest = guestEvent(harness.organizationId)
    const { id, queue_id } = guest.data as { id: string; queue_id: string }
    await harness.publish(queueEvent(harness.organizationId, queue_id, 'Bistro'), guest)
    const templates = await readAll<Template>(api, '/v1/notifications/templates?limit=100')
    const ready = templates.find(({ kind, locale }) => kind === 'ready' && locale === 'en')
    const asked = await givenNotification(api, {
      ...{ to: undefined, text: undefined, guest_id: id, template_id: ready?.id },
      variables: { guest_name: 'Countess' },
    })
    expect(asked).toMatchObject({
      ...{ guest_id: id, queue_id, template_id: ready?.id, kind: 'ready', to: '+14155552671' },
      text: 'Countess, it is your turn at Bistro. Please come now. https://usher.test/w/token',
    })
  })

  test('with send_at waits until then', async () => {
    const api = harness.client()
    const send_at = new Date(harness.clock.now().getTime() + 3_600_000).toISOString()
    const asked = await givenNotification(api, { send_at })
    expect(asked).toMatchObject({ send_at, next_attempt_at: send_at })
    await harness.service.jobs.dispatcher.drain()
    expect((await api('GET', `/v1/notifications/${asked.id}`)).body.status).toBe('queued')
    harness.clock.advance(3_601_000)
    await harness.service.jobs.dispatcher.drain()
    expect((await api('GET', `/v1/notifications/${asked.id}`)).body.status).not.toBe('queued')
  })

  test('with one idempotency key 10 times at once creates one notification', async () => {
    const api = harness.client({ organization_id: newId('organization') })
    const headers = { 'idempotency-key': 'once' }
    const body = { to: '+14155552671', text: 'Once' }
    const all = await Promise.all(
      Array.from({ length: 10 }, () => api('POST', '/v1/notifications/send', { body, headers })),
    )
    expect(new Set(all.map(({ body }) => body.id)).size).toBe(1)
    expect((await api('GET', '/v1/notifications')).body.data).toHaveLength(1)
  })

  test.each([
    [{}, '/guest_id'],
    [{ to: '+14155552671' }, '/text'],
    [{ to: '+14155552671', guest_id: newId('guest'), text: 'x' }, '/guest_id'],
    [{ to: '+14155552671', text: 'x', template_id: newId('template') }, '/text'],
    [{ to: '+14155552671', template_id: newId('template') }, '/template_id'],
    [{ to: '+14155552671', text: 'x', variables: { a: 1 } }, '/variables'],
    [{ to: '+14155552671', text: '' }, '/text'],
    [{ to: '+14155552671', text: 'x', channel: 'email' }, '/to'],
    [{ to: '+14155552671', text: 'x', channel: 'fax' }, '/channel'],
    [{ to: '12', text: 'x' }, '/to'],
    [{ to: 'ada@', text: 'x' }, '/to'],
    [{ to: '+14155552671', text: 'x', send_at: '2126-01-01T00:00:00Z' }, '/send_at'],
    [{ to: '+14155552671', text: 'x', colour: 'red' }, '/colour'],
  ])('with %j answers 400 with the pointer %s', async (body, pointer) => {
    expect((await send(body)).body).toMatchObject({ status: 400, errors: [{ pointer }, ...rest(body)] })
  })

  test.each([
    ['+493012345', 'landline'],
    ['+19005551234', 'special_number'],
    ['+15555555', 'invalid_phone'],
  ])('to the number %s is refused with the code %s', async (to, code) => {
    expect((await send({ to, text: 'x' })).body).toMatchObject({ status: 400, errors: [{ code }] })
  })

  test.each(['+15655552671', '+18615552671', '+12225550100'])(
    'to the number %s outside any numbering plan is tried by SMS',
    async (to) => {
      expect((await send({ to, text: 'x' })).body).toMatchObject({ channel: 'sms', to })
    },
  )

  test('to a guest of another organisation answers 404', async () => {
    const guest = guestEvent(newId('organization'))
    await harness.publish(guest)
    const answer = await send({ guest_id: guest.subject, text: 'x' })
    expect(answer.body).toMatchObject({ status: 404, code: 'not_found' })
  })

  test.each([
    [{}, 'auto', 'sms', '+14155552671'],
    [{}, 'email', 'email', 'ada@example.com'],
    [{ phone: null }, 'auto', 'email', 'ada@example.com'],
    [{ phone: '+493012345' }, 'auto', 'email', 'ada@example.com'],
  ])('to a guest with an e-mail address and %j on channel %s goes by %s', async (given, channel, by, to) => {
    const guest = guestEvent(harness.organizationId, { email: 'ada@example.com', ...given })
    await harness.publish(guest)
    const answer = await send({ guest_id: guest.subject, channel, text: 'x' })
    expect(answer.body).toMatchObject({ channel: by, to })
  })

  test('to a guest without an e-mail address on channel email says so', async () => {
    const guest = guestEvent(harness.organizationId)
    await harness.publish(guest)
    const answer = await send({ guest_id: guest.subject, channel: 'email', text: 'x' })
    expect(answer.body.detail).toBe('The guest has no e-mail address.')
  })

  test('to a guest without a phone number is refused with recipient_unreachable', async () => {
    const guest = guestEvent(harness.organizationId, { phone: null })
    await harness.publish(guest)
    const answer = await send({ guest_id: guest.subject, text: 'x' })
    expect(answer.body).toMatchObject({
      code: 'recipient_unreachable',
      detail: 'The guest has no phone number.',
    })
  })
})

/** Further faults of a body. */
const rest = (body: object) => (Object.keys(body).length === 0 ? [{ pointer: '/text' }] : [])
