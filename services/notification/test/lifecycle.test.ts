import { until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { givenNotification, shareHarness, startHarness, untilStatus } from './harness.ts'

const shared = shareHarness()

const outcomesOf = ({ attempts }: { attempts: { outcome: string }[] }) =>
  attempts.map(({ outcome }) => outcome)

describe('given the magic numbers of the sandbox', () => {
  test('when it refuses a number, then the message has failed with the reason, after one attempt', async () => {
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

  test('when it fails twice, then it is tried again, later each time, and arrives', async () => {
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

  test('when it is out of order for good, then the message fails after eight attempts', async () => {
    const harness = await shared()
    const api = harness.client()
    const { id } = await givenNotification(api, { to: '+15005550006' })
    await until('the failure', async () => {
      harness.clock.advance(120_000)
      await harness.service.sendDue()
      return (await api('GET', `/v1/notifications/${id}`)).body.status === 'failed'
    })
    const { body } = await api('GET', `/v1/notifications/${id}`)
    expect(outcomesOf(body)).toEqual(Array(8).fill('failed'))
    expect(body).toMatchObject({ error: { code: 'provider_unavailable' }, next_attempt_at: null })
  })

  test('when no receipt comes, then it stays sent; when one says so, then it has failed after all', async () => {
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

describe('given processes that die', () => {
  test('when one had claimed a message, then another sends it within 30 s, once', async () => {
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
    await harness.service.sendDue()
    expect((await api('GET', `/v1/notifications/${id}`)).body.attempts).toEqual([])
    harness.clock.advance(30_000)
    const delivered = await untilStatus(api, id, 'delivered')
    expect(outcomesOf(delivered)).toEqual(['sent'])
  })

  test('when two replicas have the same work, then each message is given to the provider once', async () => {
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

describe('given no way to send', () => {
  test('when a message is asked for, then it fails and says so', async () => {
    await using harness = await startHarness()
    await harness.service[Symbol.asyncDispose]()
    const { url } = await harness.start({ sandbox: false })
    const api = harness.client({}, url)
    const { id } = await givenNotification(api)
    expect((await untilStatus(api, id, 'failed')).error).toMatchObject({ code: 'no_provider' })
  })
})
