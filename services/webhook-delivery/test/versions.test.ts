import { exampleEvent, NEWEST_API_VERSION } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import {
  type Client,
  FORMER_VERSION,
  FORMER_VERSION_END,
  ofNewOrganization,
  startReceiver,
  until,
  VERSIONS,
} from '@usher/test-kit'
import { useEventStreams } from './event-streams.ts'
import { deliveriesOf, type Harness, startHarness } from './harness.ts'

const { harness: running, followUntilReady } = useEventStreams({ versions: VERSIONS })
const shared = () => ofNewOrganization(running())

/** Registers an endpoint by a request in a version. */
async function givenEndpoint(api: Client, url: string, version: string, settings: object = {}) {
  const headers = { 'usher-version': version }
  const { status, body } = await api('POST', '/v1/webhook-endpoints', { body: { url, ...settings }, headers })
  expect(status).toBe(201)
  return body
}

const bookingOf = (harness: Harness) => ({
  ...exampleEvent('booking.created'),
  id: newId('event'),
  subject: newId('booking'),
  time: new Date().toISOString(),
  organizationid: harness.organizationId,
})

const zonesIn = (raw: Buffer | string) => {
  const { data } = JSON.parse(raw.toString())
  return Object.keys(data).filter((name) => name === 'timezone' || name === 'time_zone')
}

describe('webhook endpoints with different API versions', () => {
  test('each receive the body and the Usher-Version header of their version', async () => {
    const harness = await shared()
    await using old = await startReceiver()
    await using current = await startReceiver()
    const api = harness.client()
    const first = await givenEndpoint(api, old.url, FORMER_VERSION)
    const second = await givenEndpoint(api, current.url, FORMER_VERSION, {
      api_version: NEWEST_API_VERSION,
    })
    expect([first.api_version, second.api_version]).toEqual([FORMER_VERSION, NEWEST_API_VERSION])
    await harness.publish(bookingOf(harness))
    await until('both deliveries', () => old.received.length === 1 && current.received.length === 1)
    const seen = [old, current].map(({ received }) => received.flatMap(({ raw }) => zonesIn(raw)))
    expect(seen).toEqual([['time_zone'], ['timezone']])
    const versions = [old, current].map(({ received }) => received[0]?.headers['usher-version'])
    expect(versions).toEqual([FORMER_VERSION, NEWEST_API_VERSION])
    for (const { id } of [first, second]) await api('DELETE', `/v1/webhook-endpoints/${id}`)
  })

  test('an endpoint gets the version of the request that registers it, unless it names another', async () => {
    const api = (await shared()).client()
    await using receiver = await startReceiver()
    const versions = [
      (await givenEndpoint(api, receiver.url, FORMER_VERSION)).api_version,
      (await givenEndpoint(api, receiver.url, NEWEST_API_VERSION)).api_version,
      (await givenEndpoint(api, receiver.url, FORMER_VERSION, { api_version: NEWEST_API_VERSION }))
        .api_version,
    ]
    expect(versions).toEqual([FORMER_VERSION, NEWEST_API_VERSION, NEWEST_API_VERSION])
  })

  test('an endpoint gets the oldest version that has not ended once its own has', async () => {
    await using harness = await startHarness({}, { versions: VERSIONS })
    harness.clock.advance(Date.parse(FORMER_VERSION_END) - Date.now())
    await using receiver = await startReceiver()
    await givenEndpoint(harness.client(), receiver.url, FORMER_VERSION)
    await harness.publish(bookingOf(harness))
    await until('the delivery', () => receiver.received.length === 1)
    expect(receiver.received[0]?.headers['usher-version']).toBe(NEWEST_API_VERSION)
    expect(zonesIn(receiver.received[0]?.raw ?? Buffer.of())).toEqual(['timezone'])
  })

  test('a retry after a change of version keeps the old body, and new events get the new one', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const api = harness.client()
    const { id } = await givenEndpoint(api, receiver.url, FORMER_VERSION)
    await harness.publish(bookingOf(harness))
    await until('the delivery', () => receiver.received.length === 1)
    const [made] = await until('its result', async () => {
      const found = await deliveriesOf(api, id)
      return found[0]?.status === 'delivered' && found
    })
    expect(made.api_version).toBe(FORMER_VERSION)
    const path = `/v1/webhook-endpoints/${id}`
    const body = { api_version: NEWEST_API_VERSION }
    expect((await api('PATCH', path, { body })).body).toMatchObject(body)
    await api('POST', `/v1/deliveries/${made.id}/retry`)
    await until('the repetition', () => receiver.received.length === 2)
    const [one, again] = receiver.received
    expect(again?.raw.equals(one?.raw ?? Buffer.of())).toBe(true)
    expect(again?.headers['usher-version']).toBe(FORMER_VERSION)
    await harness.publish(bookingOf(harness))
    await until('the next', () => receiver.received.length === 3)
    expect(zonesIn(receiver.received[2]?.raw ?? Buffer.of())).toEqual(['timezone'])
    await api('DELETE', path)
  })

  test('a test delivery uses the version of the endpoint', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const api = harness.client()
    const { id } = await givenEndpoint(api, receiver.url, FORMER_VERSION)
    const sent = await api('POST', `/v1/webhook-endpoints/${id}/test`, {
      body: { event_type: 'booking.created' },
    })
    expect(sent.body.api_version).toBe(FORMER_VERSION)
    expect(zonesIn(Buffer.from(sent.body.body))).toEqual(['time_zone'])
    await api('DELETE', `/v1/webhook-endpoints/${id}`)
  })
})

describe('a stream of events', () => {
  test('has the bodies of the version of its request', async () => {
    const harness = await shared()
    const organization = harness.organizationId
    const streams = [
      await followUntilReady({ organization, version: FORMER_VERSION }),
      await followUntilReady({ organization, version: NEWEST_API_VERSION }),
    ]
    await harness.publish(bookingOf(harness))
    const seen = []
    for (const stream of streams) {
      const [, { data } = { data: {} }] = await stream.count(2)
      seen.push([data.api_version, zonesIn(JSON.stringify(data.body))])
    }
    expect(seen).toEqual([
      [FORMER_VERSION, ['time_zone']],
      [NEWEST_API_VERSION, ['timezone']],
    ])
  })
})
