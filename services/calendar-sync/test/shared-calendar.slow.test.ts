import type { Booking, ServiceType } from '@usher/contracts'
import { DAY_MS } from '@usher/service-kit/durations'
import {
  ANN,
  accepted,
  aProvider,
  aServiceType,
  at,
  booked,
  bookingOf,
  cycle,
  eventsOf,
  linked,
  quiet,
  startTwoWay,
  type TwoWay,
} from './two-way.ts'

let all: TwoWay
let other: string
let both: ServiceType
beforeAll(async () => {
  all = await startTwoWay()
  other = await aProvider(all.api)
  both = await aServiceType(all.api, [all.providerId, other])
  await linked(all)
})
afterAll(() => all[Symbol.asyncDispose]())

/** Reads the whole calendar for each of its connections, as once a day. */
const nextDay = async () => {
  all.clock.advance(DAY_MS)
  await cycle(all)
}

describe('two providers with one calendar', () => {
  test("keep each other's events", async () => {
    const yoga = await aServiceType(all.api, [all.providerId], { name: 'Yoga', capacity: 10 })
    const single = await booked(all, at('09:00', 9))
    const seat = await booked(all, at('12:00', 9), { service_type_id: yoga.id })
    await quiet(all)
    const events = all.google.events(ANN).all.map(({ id }) => id)
    expect(events).toHaveLength(2)
    await linked(all, other)
    for (let day = 0; day < 3; day += 1) await nextDay()
    expect(all.google.events(ANN).all.map(({ id }) => id)).toEqual(events)
    for (const booking of [single, seat])
      expect(await bookingOf(all, booking)).toMatchObject({ status: 'confirmed' })
  })

  test('hand a booking over and back', async () => {
    const given = { service_type_id: both.id }
    const bookings: Booking[] = []
    for (const time of ['14:00', '15:00', '16:00']) bookings.push(await booked(all, at(time, 9), given))
    await quiet(all)
    for (const provider_id of [other, all.providerId, other]) {
      for (const { id } of bookings)
        await accepted(all.api('PATCH', `/api/bookings/${id}`, { body: { provider_id } }))
      await quiet(all)
      await nextDay()
      for (const booking of bookings) {
        expect(await bookingOf(all, booking)).toMatchObject({ status: 'confirmed', provider_id })
        expect(eventsOf(all, booking)).toHaveLength(1)
      }
    }
  })
})
