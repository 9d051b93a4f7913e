import { exampleEvent, FIRST_API_VERSION, NEWEST_API_VERSION } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { startReceiver, until } from '@usher/test-kit'
import { deliveriesOf, givenEndpoint, shareHarness } from './harness.ts'

const shared = shareHarness()
type Harness = Awaited<ReturnType<typeof shared>>

const bookingOf = (harness: Harness) => ({
  ...exampleEvent('booking.created'),
  id: newId('event'),
  subject: newId('booking'),
  time: new Date().toISOString(),
  organizationid: harness.organizationId,
})

const zonesIn = (raw: Buffer) => {
  const { data } = JSON.parse(raw.toString())
  return Object.keys(data).filter((name) => name === 'timezone' || name === 'time_zone')
}

describe('webhook endpoints with different API versions', () => {
  test('each receive the body and the Usher-Version header of their version', async () => {
    const harness = await shared()
    await using old = await startReceiver()
    await using current = await startReceiver()
    const api = harness.client()
    const first = await givenEndpoint(api, old.url, { api_version: FIRST_API_VERSION })
    const second = await givenEndpoint(api, current.url)
    expect([first.api_version, second.api_version]).toEqual([FIRST_API_VERSION, NEWEST_API_VERSION])
    await harness.publish(bookingOf(harness))
    await until('both deliveries', () => old.received.length === 1 && current.received.length === 1)
    const seen = [old, current].map(({ received }) => received.flatMap(({ raw }) => zonesIn(raw)))
    expect(seen).toEqual([['time_zone'], ['timezone']])
    const versions = [old, current].map(({ received }) => received[0]?.headers['usher-version'])
    expect(versions).toEqual([FIRST_API_VERSION, NEWEST_API_VERSION])
    for (const { id } of [first, second]) await api('DELETE', `/v1/webhook-endpoints/${id}`)
  })

  test('an endpoint stored without a version gets the first version', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const api = harness.client()
    const { id } = await givenEndpoint(api, receiver.url)
    await harness.inDatabase((all) => all.updateOne({ _id: id }, { $unset: { api_version: '' } }))
    const seen = await api('GET', `/v1/webhook-endpoints/${id}`)
    expect(seen.body.api_version).toBe(FIRST_API_VERSION)
    await harness.publish(bookingOf(harness))
    await until('the delivery', () => receiver.received.length === 1)
    expect(zonesIn(receiver.received[0]?.raw ?? Buffer.of())).toEqual(['time_zone'])
    await api('DELETE', `/v1/webhook-endpoints/${id}`)
  })

  test('a retry after a change of version keeps the old body, and new events get the new one', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const api = harness.client()
    const { id } = await givenEndpoint(api, receiver.url, { api_version: FIRST_API_VERSION })
    await harness.publish(bookingOf(harness))
    await until('the delivery', () => receiver.received.length === 1)
    const [made] = await until('its result', async () => {
      const found = await deliveriesOf(api, id)
      return found[0]?.status === 'delivered' && found
    })
    expect(made.api_version).toBe(FIRST_API_VERSION)
    const path = `/v1/webhook-endpoints/${id}`
    const body = { api_version: NEWEST_API_VERSION }
    expect((await api('PATCH', path, { body })).body).toMatchObject(body)
    await api('POST', `/v1/deliveries/${made.id}/retry`)
    await until('the repetition', () => receiver.received.length === 2)
    const [one, again] = receiver.received
    expect(again?.raw.equals(one?.raw ?? Buffer.of())).toBe(true)
    expect(again?.headers['usher-version']).toBe(FIRST_API_VERSION)
    await harness.publish(bookingOf(harness))
    await until('the next', () => receiver.received.length === 3)
    expect(zonesIn(receiver.received[2]?.raw ?? Buffer.of())).toEqual(['timezone'])
    await api('DELETE', path)
  })

  test('a test delivery uses the version of the endpoint', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const api = harness.client()
    const { id } = await givenEndpoint(api, receiver.url, { api_version: FIRST_API_VERSION })
    const sent = await api('POST', `/v1/webhook-endpoints/${id}/test`, {
      body: { event_type: 'booking.created' },
    })
    expect(sent.body.api_version).toBe(FIRST_API_VERSION)
    expect(zonesIn(Buffer.from(sent.body.body))).toEqual(['time_zone'])
    await api('DELETE', `/v1/webhook-endpoints/${id}`)
  })
})
