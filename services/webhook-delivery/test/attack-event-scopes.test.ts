import { queuePaused } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { startReceiver, until } from '@usher/test-kit'
import { anEvent, deliveriesOf, givenEndpoint, shareHarness } from './harness.ts'

const shared = shareHarness()
const ENDPOINTS = '/v1/webhook-endpoints'

/** An endpoint of all events with a delivery of two types, and a client that manages webhooks and reads queues. */
async function given() {
  const harness = await shared()
  const owner = harness.client()
  const receiver = await startReceiver()
  const endpoint = await givenEndpoint(owner, receiver.url)
  const { organizationId } = harness
  await harness.publish(
    anEvent(organizationId),
    anEvent(organizationId, { definition: queuePaused, subject: newId('queue') }),
  )
  await until('both deliveries', () => receiver.received.length === 2)
  const limited = harness.client({ scopes: ['webhooks:manage', 'queues:read'] })
  return { owner, limited, endpoint, url: receiver.url, [Symbol.asyncDispose]: receiver[Symbol.asyncDispose] }
}

describe('attack: read guests by webhooks with a key that may not read guests', () => {
  test('an endpoint needs the scopes of its events', async () => {
    await using all = await given()
    const create = (event_types?: string[]) =>
      all.limited('POST', ENDPOINTS, { body: { url: all.url, ...(event_types && { event_types }) } })
    const refused = [await create(), await create(['guest.*', 'queue.paused'])]
    expect(refused.map(({ status, body }) => [status, body.code, body.detail])).toEqual([
      [
        403,
        'insufficient_scope',
        'For all events, this needs guests:read, notifications:read, bookings:read.',
      ],
      [403, 'insufficient_scope', 'For these events, this needs guests:read.'],
    ])
    expect((await create(['queue.*'])).status).toBe(201)
  })

  test('an endpoint of others is not sent elsewhere, nor given more events', async () => {
    await using all = await given()
    const own = await givenEndpoint(all.limited, all.url, { event_types: ['queue.paused'] })
    const update = async (id: string, body: object) =>
      (await all.limited('PATCH', `${ENDPOINTS}/${id}`, { body })).status
    expect(await update(all.endpoint.id, { url: 'https://example.com/mine' })).toBe(403)
    expect(await update(own.id, { event_types: null })).toBe(403)
    expect(await update(own.id, { event_types: ['queue.*'] })).toBe(200)
  })

  test('a stream needs the scopes of its events', async () => {
    await using all = await given()
    const statusOf = async (query: string) => (await all.limited('GET', `/v1/events/stream${query}`)).status
    expect([await statusOf(''), await statusOf('?types=queue.paused,guest.added')]).toEqual([403, 403])
  })

  test('deliveries of other events are not shown', async () => {
    await using all = await given()
    const log = await until('both in the log', async () => {
      const found = await deliveriesOf(all.owner, all.endpoint.id)
      return found.length === 2 && found
    })
    const shown = await deliveriesOf(all.limited, all.endpoint.id)
    expect(shown.map(({ event }: { event: string }) => event)).toEqual(['queue.paused'])
    const guest = log.find(({ event }: { event: string }) => event === 'guest.added')
    const deliveries = `${ENDPOINTS}/${all.endpoint.id}/deliveries`
    const statuses = [
      await all.limited('GET', `${deliveries}?event=guest.*`),
      await all.limited('GET', `/v1/deliveries/${guest.id}`),
      await all.limited('POST', `/v1/deliveries/${guest.id}/retry`),
      await all.limited('GET', `/v1/deliveries/${shown[0].id}`),
    ].map(({ status }) => status)
    expect(statuses).toEqual([403, 403, 403, 200])
  })
})
