import type { Delivery } from '@usher/contracts'
import { type CloudEvent, queuePaused } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { startReceiver, until } from '@usher/test-kit'
import { anEvent, deliveriesOf, givenEndpoint, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const ofNewOrganization = () => harness.client({ organization_id: newId('organization') })

describe('the delivery log', () => {
  test('filters by status and event, newest first, and rejects a cursor of other filters', async () => {
    const organizationId = newId('organization')
    const api = harness.client({ organization_id: organizationId })
    await using receiver = await startReceiver()
    const { id } = await givenEndpoint(api, receiver.url)
    receiver.answers.push(500)
    await harness.publish(anEvent(organizationId, { name: 'first' }))
    await until('the first result', async () => (await deliveriesOf(api, id))[0]?.attempts.length === 1)
    await harness.publish(anEvent(organizationId), anEvent(organizationId))
    const list = async (query: string) =>
      (await api('GET', `/v1/webhook-endpoints/${id}/deliveries?${query}`)).body
    // Their results are written in batches, after the receiver has answered.
    await until('the others', async () => (await list('status=delivered')).data.length === 2)
    const all = (await list('limit=10')).data
    const places = all.map(({ created_at, id }: Delivery) => `${created_at} ${id}`)
    expect(places).toEqual(places.toSorted().reverse())
    expect((await list('status=pending')).data).toEqual([all[2]])
    expect((await list('status=delivered')).data).toHaveLength(2)
    expect((await list('event=queue.paused')).data).toEqual([])
    const page = await list('limit=2')
    expect((await list(`limit=2&cursor=${page.next_cursor}`)).data).toEqual([all[2]])
    const other = await api(
      'GET',
      `/v1/webhook-endpoints/${id}/deliveries?status=pending&cursor=${page.next_cursor}`,
    )
    expect([other.status, other.body.code]).toEqual([400, 'invalid_cursor'])
  })

  test('filters by event pattern and creation time, page by page', async () => {
    const organizationId = newId('organization')
    const api = harness.client({ organization_id: organizationId })
    await using receiver = await startReceiver()
    const { id } = await givenEndpoint(api, receiver.url)
    const deliver = async (count: number, ...events: CloudEvent[]) => {
      await harness.publish(...events)
      await until('the deliveries', async () => {
        const found = await deliveriesOf(api, id)
        return (
          found.length === count && found.every(({ status }: { status: string }) => status === 'delivered')
        )
      })
    }
    await deliver(2, anEvent(organizationId), anEvent(organizationId, { definition: queuePaused }))
    harness.clock.advance(60_000)
    const from = harness.clock.now().toISOString()
    await deliver(4, anEvent(organizationId), anEvent(organizationId))
    harness.clock.advance(60_000)
    const to = harness.clock.now().toISOString()
    await deliver(5, anEvent(organizationId))
    const list = async (query: Record<string, string>) =>
      (await api('GET', `/v1/webhook-endpoints/${id}/deliveries?${new URLSearchParams(query)}`)).body
    const all = (await list({})).data
    expect((await list({ event: 'guest.*' })).data).toHaveLength(4)
    expect((await list({ event: 'queue.*' })).data).toEqual(
      all.filter(({ event }: { event: string }) => event === 'queue.paused'),
    )
    expect((await list({ created_from: from, created_to: to })).data).toEqual([all[1], all[2]])
    expect((await list({ created_from: to })).data).toEqual([all[0]])
    const page = await list({ created_to: to, limit: '1' })
    expect(page.data).toEqual([all[1]])
    const next = await list({ created_to: to, limit: '100', cursor: page.next_cursor })
    expect(next).toEqual({ data: all.slice(2), next_cursor: null })
    const wrong = await api('GET', `/v1/webhook-endpoints/${id}/deliveries?created_from=yesterday`)
    expect(wrong.body.errors[0].pointer).toBe('?created_from')
  })

  test.each(['/v1/deliveries', '/api/deliveries'])(
    'shows a delivery at %s to its own organisation only',
    async (path) => {
      const organizationId = newId('organization')
      const api = harness.client({ organization_id: organizationId })
      await using receiver = await startReceiver()
      const { id } = await givenEndpoint(api, receiver.url)
      await harness.publish(anEvent(organizationId))
      const delivery = await until('the delivery', async () => {
        const [found] = await deliveriesOf(api, id)
        return found?.status === 'delivered' && found
      })
      const { status, body } = await api('GET', `${path}/${delivery.id}`)
      expect([status, body]).toEqual([200, delivery])
      expect((await ofNewOrganization()('GET', `${path}/${delivery.id}`)).status).toBe(404)
      expect((await api('GET', `${path}/nothing`)).status).toBe(404)
    },
  )
})
