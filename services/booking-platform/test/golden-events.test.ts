import { newId } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { goldenEvents, until } from '@usher/test-kit'
import { accepted, at, bookingOf, givenBooking, givenServiceType, startHarness } from './harness.ts'
import { cancel, givenFullDay, join, listed } from './standby-values.ts'

const shapeOf = (data: unknown) => Object.keys(data as object)

describe('the golden events of the booking platform', () => {
  test('booking and series events have the fields of their golden files, in the same order', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    const type = await givenServiceType(api)
    const { id } = await givenBooking(api, bookingOf(type.id, at('09:00')))
    await api('PATCH', `/api/bookings/${id}`, { body: { start: at('10:00') } })
    harness.clock.advance(Date.parse(at('10:00')) - harness.clock.now().getTime())
    const checkIn = { queue_id: newId('queue'), priority: 'booking' }
    await api('POST', `/api/bookings/${id}/check-in`, { body: checkIn })
    await api('POST', `/api/bookings/${id}/cancel`, { body: { reason: 'Ill' } })
    const told = await until('the events', () => harness.events.of(id).length === 4 && harness.events.of(id))
    expect(told.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
    const asked = await until('the check-in', () =>
      harness.events.events.find(({ type: name }) => name === 'booking.checked_in'),
    )
    const services = [{ service_type_id: type.id }]
    const series = await accepted(
      api('POST', '/api/booking-series', {
        body: { services, start: at('11:00'), customer: { name: 'Ada' } },
      }),
    )
    await api('POST', `/api/booking-series/${series.id}/cancel`)
    const ofSeries = await until('the events of the series', () => {
      const events = harness.events.of(series.id)
      return events.length === 2 && events
    })
    const golden = goldenEvents().filter(
      ({ type: name }) => /^booking(_series)?\./.test(name) && name !== 'booking.calendar_change_handled',
    )
    expect(golden).toHaveLength(6)
    for (const { type: name, source, dataversion, data } of golden) {
      const raised = [...told, asked, ...ofSeries].find((event) => event.type === name)
      expect(raised).toMatchObject({ source, dataversion })
      expect(shapeOf(raised?.data)).toEqual(shapeOf(data))
    }
  })

  test('standby events have the fields of their golden files, in the same order', async () => {
    await using harness = await startHarness()
    const given = await givenFullDay(harness)
    const [ada] = [await join(given), await join(given)]
    const ids = (await listed(given.api)).map(({ id }) => id)
    await cancel(given.api, given.booking)
    await harness.service.jobs.standby.run()
    harness.clock.advance(10 * MINUTE_MS)
    await harness.service.jobs.standby.run()
    await ada?.leave()
    const offered = (await listed(given.api)).find(({ status }) => status === 'offered')
    expect(offered?.id).toBe(ids[1])
    await harness.service.jobs.standby.run()
    const last = await givenFullDay(harness)
    const bob = await join(last)
    await cancel(last.api, last.booking)
    await harness.service.jobs.standby.run()
    expect((await bob.accept()).status).toBe(200)
    const all = () => harness.events.events.filter(({ type }) => type.startsWith('standby.'))
    const golden = goldenEvents().filter(({ type }) => type.startsWith('standby.'))
    expect(golden).toHaveLength(5)
    await until('the events', () => golden.every(({ type }) => all().some((one) => one.type === type)))
    for (const { type, source, dataversion, data } of golden) {
      const raised = all().find((event) => event.type === type)
      expect(raised).toMatchObject({ source, dataversion })
      expect(shapeOf(raised?.data)).toEqual(shapeOf(data))
    }
    const ofFirst = await until('its events', () => {
      const found = harness.events.of(ids[0] ?? '')
      return found.length === 4 && found
    })
    expect(ofFirst.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['standby.added', 1],
      ['standby.offered', 2],
      ['standby.offer_expired', 3],
      ['standby.ended', 4],
    ])
  })
})
