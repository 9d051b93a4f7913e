import { providerDeleted, providerUpdated } from '@usher/contracts'
import { goldenEvents, until } from '@usher/test-kit'
import { at, bookingOf, givenBooking, givenProvider, givenServiceType, startHarness } from './harness.ts'

const golden = (type: string) => goldenEvents().find((event) => event.type === type)

describe('the events of a provider', () => {
  test('creation, changes and deletion each emit one event, in sequence and in golden form', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    const { id } = await givenProvider(api)
    const changes = ['Ada', 'Bob', 'Cid'].map((name) =>
      api('PATCH', `/api/providers/${id}`, { body: { name } }),
    )
    for (const { status } of await Promise.all(changes)) expect(status).toBe(200)
    expect((await api('DELETE', `/api/providers/${id}`)).status).toBe(204)
    const told = await until('all', () => harness.events.of(id).length === 5 && harness.events.of(id))
    expect(told.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
    expect(told[0]).toMatchObject({ data: { id, name: 'Grace', archived: false } })
    for (const { type, data } of [told[0], told[4]] as (typeof told)[number][])
      expect(Object.keys(data as object)).toEqual(Object.keys(golden(type)?.data as object))
    expect(told.map(({ type }) => type)).toEqual([
      ...Array.from({ length: 4 }, () => providerUpdated.type),
      providerDeleted.type,
    ])
  })

  test('deleting a provider with bookings emits provider.updated with archived true, once', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    const { id } = await givenProvider(api)
    const type = await givenServiceType(api, { provider_ids: [id] })
    await givenBooking(api, bookingOf(type.id, at('09:00')))
    for (const status of [204, 204]) expect((await api('DELETE', `/api/providers/${id}`)).status).toBe(status)
    const other = await givenProvider(api)
    await until('the next', () => harness.events.of(other.id).length === 1)
    expect(harness.events.of(id).map(({ data }) => data)).toMatchObject([
      { archived: false },
      { archived: true },
    ])
  })
})
