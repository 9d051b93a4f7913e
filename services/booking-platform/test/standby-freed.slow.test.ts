import { calendarBusyReplaced, privacyRequested } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import {
  accepted,
  at,
  bookingOf,
  givenBooking,
  givenProvider,
  shareHarness,
  startHarness,
} from './harness.ts'
import { cancel, daily, givenFullDay, join, listed } from './standby-values.ts'

const shared = shareHarness()

type Given = Awaited<ReturnType<typeof givenFullDay>>

const change = ({ api, type }: Given, body: object) =>
  accepted(api('PATCH', `/api/service-types/${type.id}`, { body }))

const changeProvider = ({ api, booking }: Given, body: object) =>
  accepted(api('PATCH', `/api/providers/${booking.provider_id}`, { body }))

const ownPath = ({ booking }: Given) => `/public/bookings/${booking.manage_url.split('/').at(-1)}`

const FREED: Record<string, (given: Given) => Promise<unknown>> = {
  'its booking is cancelled by the customer': ({ open, ...given }) =>
    open('POST', `${ownPath({ open, ...given })}/cancel`),
  'its booking is moved by staff': ({ api, booking }) =>
    accepted(api('PATCH', `/api/bookings/${booking.id}`, { body: { start: at('09:00', 5) } })),
  'its booking is moved by the customer': ({ open, ...given }) =>
    accepted(open('POST', `${ownPath({ open, ...given })}/move`, { body: { start: at('09:00', 5) } })),
  'the provider works longer': (given) => changeProvider(given, { weekly_hours: daily('09:00', '11:00') }),
  'another provider can be booked': async (given) => {
    const { id } = await givenProvider(given.api, { name: 'Bob' })
    await change(given, { provider_ids: [given.booking.provider_id, id] })
  },
  'more seats are offered': (given) => change(given, { capacity: 2 }),
}

describe('a customer on standby', () => {
  test.each(Object.entries(FREED))('is offered the time when %s', async (_, free) => {
    const given = await givenFullDay(await shared())
    const ada = await join(given)
    await given.harness.service.jobs.standby.run()
    expect((await ada.look()).status).toBe('waiting')
    await free(given)
    await given.harness.service.jobs.standby.run()
    expect((await ada.look()).status).toBe('offered')
    expect((await ada.accept()).status).toBe(200)
  })

  test("is offered a time when the provider's time off is removed", async () => {
    const given = await givenFullDay(await shared())
    const off = { start: at('00:00', 3), end: at('00:00', 4) }
    await changeProvider(given, { time_off: [off] })
    const ada = await join(given, { windows: [{ from: at('09:00', 3), to: at('09:30', 3) }] })
    await given.harness.service.jobs.standby.run()
    expect((await ada.look()).status).toBe('waiting')
    await changeProvider(given, { time_off: [] })
    await given.harness.service.jobs.standby.run()
    expect((await ada.look()).offer?.start).toBe(at('09:00', 3))
  })

  test('is offered the time when a hold is released or expires', async () => {
    const given = await givenFullDay(await shared())
    const hold = (start: string) =>
      accepted(given.open('POST', `${given.path}/holds`, { body: { service_type_id: given.type.id, start } }))
    const windows = (days: number) => ({ windows: [{ from: at('09:00', days), to: at('09:30', days) }] })
    const { id } = await hold(at('09:00', 3))
    await hold(at('09:00', 4))
    const [ada, bob] = [await join(given, windows(3)), await join(given, windows(4))]
    await given.harness.service.jobs.standby.run()
    expect([(await ada.look()).status, (await bob.look()).status]).toEqual(['waiting', 'waiting'])
    expect((await given.api('DELETE', `/api/booking-holds/${id}`)).status).toBe(204)
    await given.harness.service.jobs.standby.run()
    expect([(await ada.look()).status, (await bob.look()).status]).toEqual(['offered', 'waiting'])
    given.harness.clock.advance(10 * MINUTE_MS)
    await given.harness.service.jobs.standby.run()
    expect((await bob.look()).status).toBe('offered')
  })

  test('is offered a freed seat when it is enough for the party', async () => {
    const given = await givenFullDay(await shared(), { capacity: 3 })
    await accepted(given.api('PATCH', `/api/bookings/${given.booking.id}`, { body: { seats: 3 } }))
    const [two, one] = [await join(given, { seats: 2 }), await join(given)]
    await accepted(given.api('PATCH', `/api/bookings/${given.booking.id}`, { body: { seats: 2 } }))
    await given.harness.service.jobs.standby.run()
    expect([(await two.look()).status, (await one.look()).status]).toEqual(['waiting', 'offered'])
  })

  test('is offered another time of a day that is no longer full', async () => {
    const given = await givenFullDay(await shared(), { max_per_day: 1 }, daily('09:00', '18:00'))
    const ada = await join(given, { windows: [{ from: at('16:00'), to: at('17:00') }] })
    await given.harness.service.jobs.standby.run()
    expect((await ada.look()).status).toBe('waiting')
    await cancel(given.api, given.booking)
    await given.harness.service.jobs.standby.run()
    expect((await ada.look()).offer?.start).toBe(at('16:00'))
    expect((await ada.accept()).status).toBe(200)
  })

  test('is passed over when their daily limit is used up, and the next is offered the time', async () => {
    const given = await givenFullDay(await shared(), { max_per_customer_per_day: 1 }, daily('09:00', '10:00'))
    const [ada, bob] = [
      await join(given, { windows: [{ from: at('09:00'), to: at('09:30') }] }),
      await join(given),
    ]
    const { email, name } = (await listed(given.api))[0]?.customer ?? {}
    await given.harness.service.jobs.standby.run()
    await bob.leave()
    const next = await join(given)
    await givenBooking(given.api, bookingOf(given.type.id, at('09:30'), { customer: { name, email } }))
    await cancel(given.api, given.booking)
    await given.harness.service.jobs.standby.run()
    expect([(await ada.look()).status, (await next.look()).status]).toEqual(['waiting', 'offered'])
    expect((await next.accept()).status).toBe(200)
  })

  test('is ended with not_offered when the provider or service type is archived', async () => {
    const given = await givenFullDay(await shared())
    const provider_id = given.booking.provider_id
    const [ada, bob] = [await join(given, { provider_id }), await join(given)]
    expect((await given.api('DELETE', `/api/providers/${provider_id}`)).status).toBe(204)
    await given.harness.service.jobs.standby.run()
    expect(await ada.look()).toMatchObject({ status: 'ended', end_reason: 'not_offered' })
    expect((await bob.look()).status).toBe('waiting')
    expect((await given.api('DELETE', `/api/service-types/${given.type.id}`)).status).toBe(204)
    await given.harness.service.jobs.standby.run()
    expect(await bob.look()).toMatchObject({ status: 'ended', end_reason: 'not_offered' })
  })

  test('can accept an offer after the provider and the service type are archived', async () => {
    const given = await givenFullDay(await shared())
    const ada = await join(given)
    await cancel(given.api, given.booking)
    await given.harness.service.jobs.standby.run()
    for (const path of [`providers/${given.booking.provider_id}`, `service-types/${given.type.id}`]) {
      expect((await given.api('DELETE', `/api/${path}`)).status).toBe(204)
    }
    expect((await ada.accept()).status).toBe(200)
  })

  test('is ended with windows_over when no start is left in the windows', async () => {
    await using harness = await startHarness()
    const given = await givenFullDay(harness)
    const ada = await join(given)
    harness.clock.advance(Date.parse(at('11:29')) - harness.clock.now().getTime())
    await harness.service.jobs.standby.run()
    expect((await ada.look()).status).toBe('waiting')
    harness.clock.advance(2 * MINUTE_MS)
    await harness.service.jobs.standby.run()
    expect(await ada.look()).toMatchObject({ status: 'ended', end_reason: 'windows_over' })
  })
})

describe('standbys and events of other services', () => {
  const factsOf = (organizationId: string) => ({
    time: new Date(),
    origin: { organizationId, actor: 'system', requestId: 'test' },
  })

  test('a calendar that becomes less busy leads to an offer', async () => {
    const harness = await shared()
    const given = await givenFullDay(harness)
    const subject = given.booking.provider_id
    const tell = async (sequence: number, busy: readonly { start: string; end: string }[]) => {
      const data = { provider_id: subject, as_of: new Date().toISOString(), busy: [...busy], linked: true }
      await harness.publish(
        newEvent(calendarBusyReplaced, { ...factsOf(harness.organizationId), subject, sequence, data }),
      )
    }
    const path = `/api/availability?service_type_id=${given.type.id}&from=${at('09:00', 3)}&to=${at('10:00', 3)}`
    await tell(1, [{ start: at('08:00', 3), end: at('12:00', 3) }])
    await until('the calendar', async () => (await given.api('GET', path)).body.data.length === 0)
    const ada = await join(given, { windows: [{ from: at('09:00', 3), to: at('10:00', 3) }] })
    await harness.service.jobs.standby.run()
    expect((await ada.look()).status).toBe('waiting')
    await tell(2, [{ start: at('08:00', 3), end: at('09:00', 3) }])
    await until('the offer', async () => (await ada.look()).status === 'offered')
    expect((await ada.look()).offer?.start).toBe(at('09:00', 3))
  })

  test('erasing a customer passes the offer to the next and leaves no name', async () => {
    const harness = await shared()
    const given = await givenFullDay(harness)
    const [ada, bob] = [await join(given), await join(given)]
    await cancel(given.api, given.booking)
    await harness.service.jobs.standby.run()
    const [{ id, customer } = { id: '', customer: undefined }] = await listed(given.api)
    const request = newId('privacyRequest')
    const data = privacyRequested.data.parse({
      ...{ id: request, kind: 'erasure', subject: { email: customer?.email } },
    })
    await harness.publish(
      newEvent(privacyRequested, { ...factsOf(harness.organizationId), subject: request, sequence: 1, data }),
    )
    await until('the erasure', async () => {
      await harness.service.jobs.privacy.run()
      return (await ada.look()).status === 'ended'
    })
    await harness.service.jobs.standby.run()
    expect((await bob.look()).status).toBe('offered')
    const told = await until('the event', () =>
      harness.events.of(id).find(({ type }) => type === 'standby.ended'),
    )
    expect(JSON.stringify([told, await ada.look(), await listed(given.api)])).not.toContain(customer?.name)
    expect(told.data).toMatchObject({ end_reason: 'erased', customer: { email: null } })
  })

  test('the customer of an ended standby is anonymised after the retention', async () => {
    const harness = await shared()
    const given = await givenFullDay(harness)
    const [ada] = [await join(given)]
    await ada.leave()
    await harness.service.jobs.retention.run()
    const nameOf = async () => (await listed(given.api)).at(-1)?.customer.name
    expect(await nameOf()).toBe(ada.joined.name)
    harness.clock.advance(400 * DAY_MS)
    await harness.service.jobs.retention.run()
    expect(await nameOf()).not.toBe(ada.joined.name)
  })
})
