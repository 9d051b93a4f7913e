import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { queuePaused } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { type Received, startReceiver, until } from '@usher/test-kit'
import { Webhook } from 'standardwebhooks'
import { anEvent, deliveriesOf, givenEndpoint, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** An organisation with one receiver. */
async function givenReceiver(settings: object = {}) {
  const organizationId = newId('organization')
  const api = harness.client({ organization_id: organizationId })
  const receiver = await startReceiver()
  const endpoint = await givenEndpoint(api, receiver.url, settings)
  return {
    organizationId,
    api,
    endpoint,
    receiver,
    first: () => until('a delivery', () => receiver.received[0]),
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}

const opensslHmac = (secret: string, raw: Buffer) =>
  execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r'], { input: raw }).toString().split(' ')[0]

const verifies = (secret: string, { raw, headers }: Received) =>
  new Webhook(secret).verify(raw.toString(), headers as Record<string, string>)

describe('an endpoint for all events', () => {
  test('receives exactly the documented envelope', async () => {
    await using given = await givenReceiver()
    const event = anEvent(given.organizationId, { name: 'Zoë ☕' })
    await harness.publish(event)
    const { raw, headers } = await given.first()
    const envelope = {
      event: 'guest.added',
      timestamp: event.time,
      data: event.data,
      meta: { account_id: given.organizationId, webhook_id: given.endpoint.id, livemode: true },
    }
    expect(raw.toString()).toBe(JSON.stringify(envelope))
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Usher-Webhooks/1',
      'webhook-id': expect.stringMatching(/^dlv_/),
    })
  })

  test('receives a signature that node:crypto, openssl and standardwebhooks verify', async () => {
    await using given = await givenReceiver()
    const { secret } = given.endpoint
    await harness.publish(anEvent(given.organizationId))
    const received = await given.first()
    const signature = received.headers['x-service-signature']
    expect(signature).toBe(createHmac('sha256', secret).update(received.raw).digest('hex'))
    expect(signature).toBe(opensslHmac(secret, received.raw))
    expect(verifies(secret, received)).toMatchObject({ event: 'guest.added' })
    expect(() => verifies(secret, { ...received, raw: Buffer.from('{}') })).toThrow()
  })

  test('whose secret was rotated twice signs with the last two secrets only', async () => {
    await using given = await givenReceiver()
    const path = `/v1/webhook-endpoints/${given.endpoint.id}/rotate-secret`
    const [second, third] = [(await given.api('POST', path)).body, (await given.api('POST', path)).body]
    await harness.publish(anEvent(given.organizationId))
    const received = await given.first()
    for (const { secret } of [second, third]) expect(verifies(secret, received)).toBeTruthy()
    expect(() => verifies(given.endpoint.secret, received)).toThrow()
    expect(received.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
  })

  test('whose secret was rotated signs with both secrets for 24 hours, and then with the new one only', async () => {
    await using given = await givenReceiver()
    const former = given.endpoint.secret
    const rotated = await given.api('POST', `/v1/webhook-endpoints/${given.endpoint.id}/rotate-secret`)
    const newest = rotated.body.secret
    await harness.publish(anEvent(given.organizationId))
    const received = await given.first()
    expect(newest).not.toBe(former)
    expect(verifies(newest, received)).toBeTruthy()
    expect(verifies(former, received)).toBeTruthy()
    expect(received.headers['x-service-signature']).toBe(opensslHmac(newest, received.raw))
    expect(received.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)

    harness.clock.advance(24 * 3600 * 1000)
    await harness.publish(anEvent(given.organizationId))
    const later = await until('the second delivery', () => given.receiver.received[1])
    expect(later.headers['webhook-signature']).toMatch(/^v1,\S{44}$/)
    const { body } = await given.api('GET', `/v1/webhook-endpoints/${given.endpoint.id}`)
    expect(body.secret_expires_at).toBeNull()
  })

  test('gets one delivery for an event that the broker delivers repeatedly', async () => {
    await using given = await givenReceiver()
    const event = anEvent(given.organizationId)
    await harness.publish(event, event)
    await given.first()
    await harness.publish(event, anEvent(given.organizationId, { name: 'Last' }))
    await until('the last event', () => given.receiver.received.at(-1)?.raw.includes('Last'))
    await harness.service.jobs.dispatcher.drain()
    expect(given.receiver.received).toHaveLength(2)
    expect(await deliveriesOf(given.api, given.endpoint.id)).toHaveLength(2)
  })

  test('has the request and the answer of each attempt in the log', async () => {
    await using given = await givenReceiver()
    const event = anEvent(given.organizationId)
    await harness.publish(event)
    const { raw, headers } = await given.first()
    const delivery = await until('the result', async () =>
      (await deliveriesOf(given.api, given.endpoint.id)).find(
        ({ status }: { status: string }) => status === 'delivered',
      ),
    )
    expect(delivery).toMatchObject({
      id: headers['webhook-id'],
      webhook_id: given.endpoint.id,
      event_id: event.id,
      event: 'guest.added',
      body: raw.toString(),
      next_attempt_at: null,
      completed_at: expect.any(String),
    })
    expect(delivery.attempts).toEqual([
      {
        number: 1,
        trigger: 'automatic',
        started_at: expect.any(String),
        duration_ms: expect.any(Number),
        timings: {
          dns_ms: null,
          connect_ms: expect.any(Number),
          first_byte_ms: expect.any(Number),
        },
        request: {
          url: given.receiver.url,
          headers: expect.objectContaining({ 'x-service-signature': headers['x-service-signature'] }),
        },
        response: {
          status: 200,
          headers: expect.objectContaining({ 'content-type': 'text/plain' }),
          body: 'thanks',
        },
        error: null,
      },
    ])
  })
})

describe('endpoints with different settings', () => {
  test('each receive the event types they selected, and none when disabled', async () => {
    await using paused = await givenReceiver({ event_types: ['queue.paused'] })
    const { organizationId, api } = paused
    await using all = await startReceiver()
    await using disabled = await startReceiver()
    await givenEndpoint(api, all.url)
    await givenEndpoint(api, disabled.url, { enabled: false })
    await harness.publish(
      anEvent(organizationId),
      anEvent(organizationId, { definition: queuePaused }),
      anEvent(organizationId),
    )
    await until('all three events', () => all.received.length === 3)
    await harness.service.jobs.dispatcher.drain()
    expect(paused.receiver.received.map(({ raw }) => JSON.parse(raw.toString()).event)).toEqual([
      'queue.paused',
    ])
    expect(disabled.received).toEqual([])
  })

  test('of two organisations receive only their own events at the same time', async () => {
    await using one = await givenReceiver()
    await using two = await givenReceiver()
    // So many that both are in one batch.
    const events = Array.from({ length: 20 }, () =>
      [one, two].map((given) => anEvent(given.organizationId)),
    ).flat()
    await harness.publish(...events)
    await until('all events', () => one.receiver.received.length + two.receiver.received.length >= 40)
    await harness.service.jobs.dispatcher.drain()
    for (const { receiver, organizationId } of [one, two]) {
      const bodies = receiver.received.map(({ raw }) => JSON.parse(raw.toString()))
      const own = events.filter(({ organizationid }) => organizationid === organizationId)
      expect(bodies.map(({ data }) => data.id).sort()).toEqual(own.map(({ subject }) => subject).sort())
      expect(new Set(bodies.map(({ meta }) => meta.account_id))).toEqual(new Set([organizationId]))
    }
  })
})
