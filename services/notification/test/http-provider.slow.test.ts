import { startReceiver, until } from '@usher/test-kit'
import { Webhook } from 'standardwebhooks'
import { givenNotification, type Harness, shareHarness, startHarness, untilStatus } from './harness.ts'
import { givenProvider, HTTP_SECRET } from './providers.ts'

const shared = shareHarness()

async function startWithReceiver(harness: Harness) {
  const stack = new AsyncDisposableStack()
  const receiver = stack.use(await startReceiver())
  const api = harness.manager()
  const { id, callbacks } = await givenProvider(api, {
    ...{ kind: 'http', name: 'Own', settings: { url: receiver.url }, credentials: { secret: HTTP_SECRET } },
  })
  const url = (callbacks.events_url ?? '').replace(harness.config.publicUrl, harness.service.url)
  /** Tells of a message as the other side does. */
  const tell = async (event: object, { secret = HTTP_SECRET, at = new Date() } = {}) => {
    const body = JSON.stringify(event)
    const headers = {
      ...harness.gateway(),
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
    }
    return (await fetch(url, { method: 'POST', headers, body })).status
  }
  return { harness, receiver, api, id, tell, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const outcomesOf = ({ attempts }: { attempts: { outcome: string }[] }) =>
  attempts.map(({ outcome }) => outcome)

describe('a provider of kind http', () => {
  test('posts messages with a signature that the receiver can verify', async () => {
    await using all = await startWithReceiver(await shared())
    const { id } = await givenNotification(all.api, { to: 'ada@example.com', text: 'Grüße 🙂' })
    expect(await untilStatus(all.api, id, 'sent')).toMatchObject({ provider: 'http' })
    const [posted] = all.receiver.received
    const headers = posted?.headers as Record<string, string>
    expect(headers).toMatchObject({ 'webhook-id': id, 'idempotency-key': id })
    expect(new Webhook(HTTP_SECRET).verify(posted?.raw ?? '', headers)).toEqual({
      ...{ id, channel: 'email', to: 'ada@example.com', subject: expect.any(String), text: 'Grüße 🙂' },
    })
  })

  test('retries a 503 under the same idempotency key, and never retries a 422', async () => {
    await using all = await startWithReceiver(await shared())
    all.receiver.answers.push(503, 200, 422)
    const { id } = await givenNotification(all.api)
    await until('the first attempt', () => all.receiver.received.length === 1)
    all.harness.clock.advance(2_000)
    expect(outcomesOf(await untilStatus(all.api, id, 'sent'))).toEqual(['failed', 'sent'])
    expect(all.receiver.received.map(({ headers }) => headers['idempotency-key'])).toEqual([id, id])
    const refused = await givenNotification(all.api)
    expect((await untilStatus(all.api, refused.id, 'failed')).error).toEqual({
      code: 'provider_refused',
      message: 'The provider answered 422: it does not take this message.',
      provider_code: '422',
    })
  })

  test('receipts set the message to delivered, or to failed with the given error', async () => {
    await using all = await startWithReceiver(await shared())
    const [one, two] = [await givenNotification(all.api), await givenNotification(all.api)]
    await untilStatus(all.api, one.id, 'sent')
    await untilStatus(all.api, two.id, 'sent')
    expect(await all.tell({ type: 'receipt', id: one.id, status: 'delivered' })).toBe(204)
    expect(await all.tell({ type: 'receipt', id: one.id, status: 'failed' })).toBe(204)
    await untilStatus(all.api, one.id, 'delivered')
    const error = { code: 'mailbox_full', message: 'The mailbox is full.' }
    expect(await all.tell({ type: 'receipt', id: two.id, status: 'failed', error })).toBe(204)
    expect((await untilStatus(all.api, two.id, 'failed')).error).toEqual({ ...error, provider_code: null })
  })

  test('answers 403 to forged or old receipts, 400 to malformed ones, and keeps the status', async () => {
    await using all = await startWithReceiver(await shared())
    const { id } = await givenNotification(all.api)
    await untilStatus(all.api, id, 'sent')
    const receipt = { type: 'receipt', id, status: 'delivered' }
    const secret = `whsec_${Buffer.alloc(32, 'other').toString('base64')}`
    expect(await all.tell(receipt, { secret })).toBe(403)
    expect(await all.tell(receipt, { at: new Date(Date.now() - 6 * 60_000) })).toBe(403)
    expect(await all.tell({ ...receipt, status: 'lost' })).toBe(400)
    expect((await all.api('GET', `/v1/notifications/${id}`)).body.status).toBe('sent')
  })

  test('accepts an inbound message', async () => {
    await using all = await startWithReceiver(await shared())
    const inbound = { type: 'inbound', id: 'in-1', channel: 'sms', from: '+14155552671', to: '+15005550006' }
    expect(await all.tell({ ...inbound, text: 'late 10' })).toBe(204)
  })

  test.each([
    ['sms', '4915112345678', '+4915112345678'],
    ['sms', '0049 151 12345678', '+4915112345678'],
    ['sms', '+5215512345678', '+52 55 1234 5678'],
    ['sms', '+5511988888888', '+55 11 8888-8888'],
    ['sms', '+15655552671', '\u202a+1 565 555 2671\u202c'],
    ['email', 'Ada <ada@Example.com>', 'ada@example.com'],
    ['email', 'info@xn--mller-kva.de', 'Info@Müller.de'],
  ])('STOP by %s from %s opts out %s, and an unreadable sender gets 400', async (channel, from, to) => {
    await using all = await startWithReceiver(await shared())
    expect(await all.tell({ type: 'inbound', id: '1', channel, from, to: 'us', text: 'STOP' })).toBe(204)
    const send = { to, text: 'Hello' }
    expect((await all.api('POST', '/v1/notifications/send', { body: send })).body).toMatchObject({
      code: 'recipient_opted_out',
    })
    expect(
      await all.tell({ type: 'inbound', id: '2', channel, from: 'nobody', to: 'us', text: 'STOP' }),
    ).toBe(400)
  })

  test('messages wait out an open circuit breaker without using up their attempts, and are all sent', async () => {
    await using harness = await startHarness()
    await using all = await startWithReceiver(harness)
    all.receiver.answers.push(...Array<number>(6).fill(503))
    const ids: string[] = []
    for (let count = 0; count < 12; count += 1) ids.push((await givenNotification(all.api)).id)
    await until('the provider to be left alone', async () => {
      const metrics = await (await fetch(`${all.harness.service.url}/metrics`)).text()
      return /usher_message_providers_resting\{provider="http".*\} 1/.test(metrics)
    })
    const asked = all.receiver.received.length
    all.harness.clock.advance(60_000)
    await all.harness.service.jobs.dispatcher.drain()
    expect(all.receiver.received.length).toBe(asked)
    await until('all to be sent', async () => {
      all.harness.clock.advance(5_000)
      await all.harness.service.jobs.dispatcher.drain()
      const { body } = await all.api('GET', '/v1/notifications?status=sent')
      return body.data.length === 12
    })
    for (const id of ids) {
      const { body } = await all.api('GET', `/v1/notifications/${id}`)
      expect(body.attempts.length).toBeLessThanOrEqual(4)
    }
  })
})
