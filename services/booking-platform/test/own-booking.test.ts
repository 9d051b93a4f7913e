import { describe, expect, test } from '@jest/globals'
import { CLIENT_ADDRESS_HEADER, signGateway } from '@usher/service-kit'
import { serviceClient } from '@usher/test-kit'
import { at, bookingOf, givenBooking, givenServiceType, startHarness } from './harness.ts'

async function givenLink() {
  const stack = new AsyncDisposableStack()
  const harness = stack.use(await startHarness())
  const api = harness.client()
  const type = await givenServiceType(api)
  const booking = await givenBooking(api, bookingOf(type.id, at('09:00'), { notes: 'Allergic' }))
  const token = booking.manage_url.slice(booking.manage_url.lastIndexOf('/') + 1)
  const open = serviceClient(harness.service.url, signGateway(harness.callers.privateKey))
  const ask: typeof open = (method, path, options = {}) =>
    open(method, path, { ...options, headers: { [CLIENT_ADDRESS_HEADER]: '192.0.2.1', ...options.headers } })
  return {
    ...{ harness, api, type, booking, token, open: ask },
    path: `/public/bookings/${token}`,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

describe('given the link of a booking', () => {
  test('when its customer looks, then it tells of the booking and nothing that others wrote', async () => {
    await using own = await givenLink()
    const { body } = await own.open('GET', own.path)
    expect(body).toMatchObject({ name: 'Ada', service_name: 'Haircut', start: at('09:00') })
    expect(JSON.stringify(body)).not.toMatch(/Allergic|4155552671|bk_/)
  })

  test('when the customer moves it, then it is moved, or three other times are offered', async () => {
    await using own = await givenLink()
    await givenBooking(own.api, bookingOf(own.type.id, at('10:00')))
    const taken = await own.open('POST', `${own.path}/move`, { body: { start: at('10:00') } })
    expect(taken.body).toMatchObject({ code: 'slot_unavailable' })
    expect(taken.body.alternatives).toHaveLength(3)
    const moved = await own.open('POST', `${own.path}/move`, { body: { start: at('11:00') } })
    expect(moved.body).toMatchObject({ start: at('11:00'), status: 'confirmed' })
  })

  test('when the customer cancels it, then it is cancelled, once', async () => {
    await using own = await givenLink()
    const cancelled = await own.open('POST', `${own.path}/cancel`, { body: { reason: 'Ill' } })
    expect(cancelled.body).toMatchObject({ status: 'cancelled', cancel_reason: 'Ill' })
    const again = await own.open('POST', `${own.path}/cancel`)
    expect(again.body.code).toBe('invalid_transition')
    const { body } = await own.api('GET', `/api/bookings/${own.booking.id}`)
    expect(body.status).toBe('cancelled')
  })

  test('when it has begun, then the customer cannot move or cancel it any more, but staff can', async () => {
    await using own = await givenLink()
    own.harness.clock.advance(Date.parse(own.booking.start) - own.harness.clock.now().getTime())
    const moved = await own.open('POST', `${own.path}/move`, { body: { start: at('11:00', 4) } })
    const cancelled = await own.open('POST', `${own.path}/cancel`)
    expect([moved, cancelled].map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'invalid_transition'],
      [409, 'invalid_transition'],
    ])
    const path = `/api/bookings/${own.booking.id}`
    const byStaff = await own.api('PATCH', path, { body: { start: at('11:00', 4) } })
    expect(byStaff.body.start).toBe(at('11:00', 4))
    expect((await own.api('POST', `${path}/cancel`)).body.status).toBe('cancelled')
  })

  test('when it is taken into a calendar, then it is an event of that calendar', async () => {
    await using own = await givenLink()
    const { headers, body } = await own.open('GET', `${own.path}/calendar`)
    expect(headers.get('content-type')).toContain('text/calendar')
    const compact = (time: string) => time.replaceAll(/[-:]|\.000/g, '')
    for (const part of [
      'BEGIN:VCALENDAR',
      `UID:${own.booking.id}`,
      `DTSTART:${compact(at('09:00'))}`,
      `DTEND:${compact(at('09:30'))}`,
      'STATUS:CONFIRMED',
      'SEQUENCE:1',
    ]) {
      expect(body).toContain(part)
    }
  })

  test('when a character of it is wrong, then nothing is there', async () => {
    await using own = await givenLink()
    const last = own.token.at(-2) === 'A' ? 'B' : 'A'
    for (const token of [`${own.token.slice(0, -2)}${last}${own.token.at(-1)}`, own.booking.id, 'x']) {
      expect((await own.open('GET', `/public/bookings/${token}`)).status).toBe(404)
    }
  })
})
