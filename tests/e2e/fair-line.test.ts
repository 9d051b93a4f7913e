import type { QueueLine } from '@usher/contracts'
import { type Client, sessionClient, until } from '@usher/test-kit'
import { CUSTOMER, createServiceType } from './bookable.ts'
import { inAnHour } from './isolation/resources.ts'
import { made } from './made.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let usher: Usher
let ask: Client
beforeAll(async () => {
  usher = await useSharedUsher()
  ask = await sessionClient(usher.stack.url, usher.demo)
})
afterAll(async () => {
  await usher?.[Symbol.asyncDispose]()
})

describe('a queue that expects bookings', () => {
  test('shows a booking in the line when made, checked in and called, with the reason', async () => {
    const service_type_id = await createServiceType(ask)
    const bookings = { service_type_ids: [service_type_id], early_minutes: 120 }
    const queue = await made(ask, '/v1/queues', { name: 'Practice', bookings })
    const walkIn = await made(ask, `/v1/queues/${queue.id}/guests`, { name: 'Walter' })
    const lineOf = async (): Promise<QueueLine> => (await ask('GET', `/v1/queues/${queue.id}/line`)).body
    const start = inAnHour()
    const booking = await made(ask, '/api/bookings', { service_type_id, start, customer: CUSTOMER })
    const expected = await until('the booking is expected', async () =>
      (await lineOf()).data.find(({ booking_id }) => booking_id === booking.id),
    )
    expect(expected).toMatchObject({ kind: 'expected', name: 'Ada', booked_start: start, guest_id: null })
    await until('the booking platform was heard', async () => {
      const { as_of, is_stale } = await lineOf()
      return as_of !== null && !is_stale
    })
    await ask('POST', `/api/bookings/${booking.id}/check-in`, { body: { queue_id: queue.id } })
    const here = await until('the customer is here', async () =>
      (await lineOf()).data.find(({ booking_id, guest_id }) => booking_id === booking.id && guest_id),
    )
    expect(here).toMatchObject({ kind: 'guest', position: 2, booked_start: start })
    await ask('POST', `/v1/guests/${walkIn.id}/seat`)
    const { status, body } = await ask('POST', `/v1/queues/${queue.id}/call-next`)
    expect([status, body.name, body.clause]).toEqual([200, 'Ada', 'early_gap'])
    const { data } = await lineOf()
    expect(data).toMatchObject([{ guest_id: here.guest_id, why: ['called'] }])
  })
})
