import { until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { givenNotification, shareHarness, startHarness, untilStatus } from './harness.ts'

const shared = shareHarness()

const outcomesOf = ({ attempts }: { attempts: { outcome: string }[] }) =>
  attempts.map(({ outcome }) => outcome)

describe('a sandbox test number', () => {
  test('that refuses fails the message with the reason after one attempt', async () => {
    const harness = await shared()
    const api = harness.client()
    const { id } = await givenNotification(api, { to: '+15005550001' })
    const failed = await untilStatus(api, id, 'failed')
    const error = {
      code: 'invalid_number',
      message: 'The number does not exist.',
      provider_code: 'sandbox',
    }
    expect(failed).toMatchObject({ error, sent_at: null, attempts: [{ outcome: 'refused', error }] })
    const [told] = await until('its event', () => {
      const found = harness.events.of(id)
      return found.length === 1 && found
    })
    expect(told).toMatchObject({ type: 'notification.failed', sequence: 1, data: { error } })
  })

  test('that fails twice is retried with growing waits, and the message arrives', async () => {
    const harness = await shared()
    const api = harness.client()
    const { id } = await givenNotification(api, { to: '+15005550003' })
    const waits = new Map<number, number>()
    await until('the last attempt', async () => {
      const { attempts, next_attempt_at, status } = (await api('GET', `/v1/notifications/${id}`)).body
      // On a slow machine the next attempt may already have been made.
      if (next_attempt_at && attempts.length > 0 && !waits.has(attempts.length)) {
        const wait = Date.parse(next_attempt_at) - Date.parse(attempts.at(-1).at)
        waits.set(attempts.length, wait)
        harness.clock.advance(wait)
      }
      return status !== 'queued'
    })
    for (const [attempts, wait] of waits)
      expect([attempts, wait >= 1_000 * attempts, wait <= 2_000 * attempts]).toEqual([attempts, true, true])
    const delivered = await untilStatus(api, id, 'delivered')
    expect(outcomesOf(delivered)).toEqual(['failed', 'failed', 'sent'])
    const events = await until('its events', () => {
      const found = harness.events.of(id)
      return found.length === 2 && found
    })
    expect(events.map(({ type }) => type)).toEqual(['notification.sent', 'notification.delivered'])
  })

  test('that always fails makes the message fail after eight attempts', async () => {
    const harness = await shared()
    const api = harness.client()
    const { id } = await givenNotification(api, { to: '+15005550006' })
    await until('the failure', async () => {
      harness.clock.advance(120_000)
      await harness.service.jobs.dispatcher.drain()
      return (await api('GET', `/v1/notifications/${id}`)).body.status === 'failed'
    })
    const { body } = await api('GET', `/v1/notifications/${id}`)
    expect(outcomesOf(body)).toEqual(Array(8).fill('failed'))
    expect(body).toMatchObject({ error: { code: 'provider_unavailable' }, next_attempt_at: null })
  })

  test('without a receipt leaves the message sent, and with a failed receipt makes it failed', async () => {
    const harness = await shared()
    const api = harness.client()
    const silent = await givenNotification(api, { to: '+15005550004' })
    const lost = await givenNotification(api, { to: '+15005550005' })
    expect(await untilStatus(api, lost.id, 'failed')).toMatchObject({
      sent_at: expect.any(String),
      error: { code: 'undelivered' },
    })
    expect(await untilStatus(api, silent.id, 'sent')).toMatchObject({ delivered_at: null })
  })
})

describe('replicas of the notification service', () => {
  test('send the claimed message of a dead replica within 30 s, once', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    const send_at = new Date(harness.clock.now().getTime() + 60_000).toISOString()
    const { id } = await givenNotification(api, { send_at })
    const connection = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
    await using _closing = { [Symbol.asyncDispose]: () => connection.destroy() }
    const until30s = new Date(harness.clock.now().getTime() + 25_000)
    await connection
      .collection<{ _id: string }>('notifications')
      .updateOne({ _id: id }, { $set: { claim: 'dead', in_flight: 'sandbox', due_at: until30s } })
    await harness.service.jobs.dispatcher.drain()
    expect((await api('GET', `/v1/notifications/${id}`)).body.attempts).toEqual([])
    harness.clock.advance(30_000)
    const delivered = await untilStatus(api, id, 'delivered')
    expect(outcomesOf(delivered)).toEqual(['sent'])
  })

  test('hand each of 50 messages to the provider once between two of them', async () => {
    await using harness = await startHarness()
    await harness.start()
    const api = harness.client()
    const ids: string[] = []
    for (let count = 0; count < 50; count += 1) ids.push((await givenNotification(api)).id)
    for (const id of ids) {
      const delivered = await untilStatus(api, id, 'delivered')
      expect(outcomesOf(delivered)).toEqual(['sent'])
    }
  })
})

describe('an installation without any provider', () => {
  test('fails messages with no_provider', async () => {
    await using harness = await startHarness()
    await harness.service[Symbol.asyncDispose]()
    const { url } = await harness.start({ sandbox: false })
    const api = harness.client({}, url)
    const { id } = await givenNotification(api)
    expect((await untilStatus(api, id, 'failed')).error).toMatchObject({ code: 'no_provider' })
  })
})
