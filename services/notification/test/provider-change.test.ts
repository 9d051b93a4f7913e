import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, startReceiver, until } from '@usher/test-kit'
import { Webhook } from 'standardwebhooks'
import { givenNotification, shareHarness, untilStatus } from './harness.ts'
import { givenProvider, HTTP_SECRET, ofHttp } from './providers.ts'

const shared = shareHarness()

/** A server that takes every request and closes the connection without an answer. */
async function startSilent() {
  const server = createServer((req) => {
    req.socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const attemptsOf = async (api: Client, id: string): Promise<number> =>
  (await api('GET', `/v1/notifications/${id}`)).body.attempts.length

/** Puts another provider in the place of one, and waits until messages go to it. */
async function replaceBy(api: Client, id: string, other: Awaited<ReturnType<typeof startReceiver>>) {
  await api('PATCH', `/account/message-providers/${id}`, { body: { enabled: false } })
  const made = await givenProvider(api, ofHttp(other.url))
  await until('the change to hold', async () => {
    await givenNotification(api)
    return other.received.length > 0
  })
  return made
}

describe('replacing a message provider', () => {
  test('does not resend a message with an unknown outcome through the new provider', async () => {
    const harness = await shared()
    await using silent = await startSilent()
    await using second = await startReceiver()
    const api = harness.manager()
    const { id: first } = await givenProvider(api, ofHttp(silent.url))
    const { id } = await givenNotification(api)
    await until('the first attempt', async () => (await attemptsOf(api, id)) === 1)
    await replaceBy(api, first, second)
    harness.clock.advance(120_000)
    expect((await untilStatus(api, id, 'failed')).error).toMatchObject({ code: 'outcome_unknown' })
    expect(second.received.some(({ headers }) => headers['webhook-id'] === id)).toBe(false)
  })

  test('sends a failed attempt through the new provider and accepts only a delivered receipt from the old one', async () => {
    const harness = await shared()
    await using failing = await startReceiver()
    await using second = await startReceiver()
    failing.answers.push(503)
    const api = harness.manager()
    const { id: first, callbacks } = await givenProvider(api, ofHttp(failing.url))
    const { id } = await givenNotification(api)
    await until('the first attempt', async () => (await attemptsOf(api, id)) === 1)
    await replaceBy(api, first, second)
    harness.clock.advance(2_000)
    await untilStatus(api, id, 'sent')
    const tell = async (status: string) => {
      const body = JSON.stringify({ type: 'receipt', id, status })
      const url = callbacks.events_url?.replace(harness.config.publicUrl, harness.service.url) ?? ''
      const now = new Date()
      const headers = {
        ...harness.gateway(),
        'content-type': 'application/json',
        'webhook-id': status,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(HTTP_SECRET).sign(status, now, body),
      }
      return (await fetch(url, { method: 'POST', headers, body })).status
    }
    expect(await tell('failed')).toBe(204)
    expect((await api('GET', `/v1/notifications/${id}`)).body.status).toBe('sent')
    expect(await tell('delivered')).toBe(204)
    await untilStatus(api, id, 'delivered')
  })
})
