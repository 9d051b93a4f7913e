import type { Booking } from '@usher/contracts'
import { connectMongo } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import { accepted, at, givenServiceType, shareHarness } from './harness.ts'
import { ADA, type GivenPage, givenPage, hold, stranger } from './online-values.ts'

const shared = shareHarness()

describe('given an organisation without a booking page', () => {
  test('when it is asked for, then there is none; a slug makes it', async () => {
    const api = (await shared()).client()
    expect((await api('GET', '/api/booking-page')).body).toEqual({
      ...{ slug: null, url: null, embed_sites: [], updated_at: null },
    })
    const without = await api('PATCH', '/api/booking-page', { body: { embed_sites: [] } })
    expect(without.body.errors[0]).toMatchObject({ pointer: '/slug', code: 'required_for_new' })
    const slug = `made-${Date.now()}`
    const made = await api('PATCH', '/api/booking-page', { body: { slug } })
    expect(made.body).toMatchObject({ slug, url: `http://localhost:8080/book/${slug}` })
  })

  test('when another has the slug, then it must choose another', async () => {
    const harness = await shared()
    const { page } = await givenPage(harness)
    const taken = await harness.otherOrganization()('PATCH', '/api/booking-page', {
      body: { slug: page.slug },
    })
    expect([taken.status, taken.body.code]).toEqual([409, 'slug_taken'])
  })

  test('when two make it at once, then both are answered, and it is one', async () => {
    const api = (await shared()).client()
    const body = { slug: `twice-${Date.now()}` }
    const both = await Promise.all([1, 2].map(() => api('PATCH', '/api/booking-page', { body })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('given a booking page', () => {
  test('when a customer opens it, then it shows what can be booked online, and nothing else', async () => {
    const given = await givenPage(await shared())
    await givenServiceType(given.api, { name: 'By telephone' })
    const { body } = await given.open('GET', given.path)
    expect(body.services).toMatchObject([{ id: given.type.id, name: 'Haircut', duration_minutes: 30 }])
    expect(body.services[0].providers).toMatchObject([{ name: 'Grace' }])
  })

  test('when the slug is unknown, then there is nothing', async () => {
    const open = stranger(await shared())
    expect((await open('GET', '/public/book/nobody-here')).status).toBe(404)
  })

  test('when a customer looks for times, then the taken one is missing', async () => {
    const given = await givenPage(await shared())
    await accepted(hold(given))
    const query = `service_type_id=${given.type.id}&from=${at('08:30')}&to=${at('10:00')}`
    const { body } = await given.open('GET', `${given.path}/times?${query}`)
    expect(body.data.map(({ start }: { start: string }) => start)).toEqual([at('08:30'), at('09:30')])
    expect(JSON.stringify(body)).not.toContain('pvd_')
  })

  test('when a customer books a held time, then staff see it, with the answers', async () => {
    const questions = [{ key: 'pet', label: 'Pet', type: 'text', required: true }]
    const given = await givenPage(await shared(), { online_booking: { questions } })
    const { id } = await accepted(hold(given))
    const missing = await given.open('POST', given.path, { body: { hold_id: id, customer: ADA } })
    expect(missing.body.errors[0]).toMatchObject({ pointer: '/answers/pet', code: 'required' })
    const body = { hold_id: id, customer: ADA, answers: { pet: 'Rex' } }
    const booked = await given.open('POST', given.path, { body })
    expect(booked.status).toBe(201)
    expect(booked.body).toMatchObject({ start: at('09:00'), status: 'confirmed', name: 'Ada' })
    const [booking] = (await given.api('GET', '/api/bookings')).body.data
    expect(booking).toMatchObject({ source: 'booking-page', answers: { pet: 'Rex' } })
    expect(booking.manage_url).toBe(booked.body.manage_url)
  })

  test('when a booking is sent twice under one key, then there is one', async () => {
    const given = await givenPage(await shared())
    const { id } = await accepted(hold(given))
    const options = { body: { hold_id: id, customer: ADA }, headers: { 'idempotency-key': 'once-only-1' } }
    const send = () => given.open('POST', given.path, options)
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect((await given.api('GET', '/api/bookings')).body.data).toHaveLength(1)
  })

  test('when a customer takes ten minutes over a hold, then it books nothing any more, and others have its time', async () => {
    const harness = await shared()
    const given = await givenPage(harness)
    const { id } = await accepted(hold(given))
    harness.clock.advance(9 * MINUTE_MS)
    expect((await hold(given)).body.code).toBe('slot_unavailable')
    harness.clock.advance(MINUTE_MS)
    const late = await given.open('POST', given.path, { body: { hold_id: id, customer: ADA } })
    expect([late.status, late.body.code]).toEqual([409, 'hold_expired'])
    await accepted(hold(given))
  })

  test('when nobody could be reached, then nothing is booked', async () => {
    const given = await givenPage(await shared())
    const { id } = await accepted(hold(given))
    const { status, body } = await given.open('POST', given.path, {
      body: { hold_id: id, customer: { name: 'Ada' } },
    })
    expect([status, body.errors[0].code]).toEqual([400, 'unknown_customer'])
  })

  test.each([null, { enabled: false }])(
    'when the service type is not offered online by %j, then it is not on the page, nor held or booked',
    async (online_booking) => {
      const given = await givenPage(await shared())
      const { id } = await accepted(hold(given))
      await accepted(given.api('PATCH', `/api/service-types/${given.type.id}`, { body: { online_booking } }))
      const booked = await given.open('POST', given.path, { body: { hold_id: id, customer: ADA } })
      expect([(await hold(given)).status, booked.status]).toEqual([404, 404])
      expect((await accepted(given.open('GET', given.path))).services).toEqual([])
    },
  )

  test('when it was offered before that could be switched off, then it is on', async () => {
    const { config } = await shared()
    const given = await givenPage(await shared())
    const database = await connectMongo(config.mongoUrl)
    const types = database.collection<{ _id: string }>('service_types')
    await types.updateOne({ _id: given.type.id }, { $unset: { 'online_booking.enabled': true } })
    await database.destroy()
    expect((await accepted(given.open('GET', given.path))).services).toMatchObject([{ id: given.type.id }])
    const { online_booking } = await accepted(given.api('GET', `/api/service-types/${given.type.id}`))
    expect(online_booking.enabled).toBe(true)
    await accepted(hold(given))
  })

  test('when it is switched off after a customer has booked, then they can still cancel until it was said', async () => {
    const given = await givenPage(await shared(), { online_booking: { cancel_until_minutes: 60 } })
    const { id } = await accepted(hold(given, { start: at('09:00', 2) }))
    const booked = await accepted(given.open('POST', given.path, { body: { hold_id: id, customer: ADA } }))
    const online_booking = { ...given.type.online_booking, enabled: false }
    await accepted(given.api('PATCH', `/api/service-types/${given.type.id}`, { body: { online_booking } }))
    const path = `/public/bookings/${booked.manage_url.split('/').at(-1)}`
    expect((await accepted(given.open('GET', path))).changeable_until).toBe(at('08:00', 2))
  })

  test('when the customer chooses another time instead, then the first is free again, once', async () => {
    const given = await givenPage(await shared(), { slot_step_minutes: 15 })
    const first = await accepted(hold(given))
    const second = await accepted(hold(given, { start: at('09:15'), replaces: first.id }))
    const booked = await given.open('POST', given.path, { body: { hold_id: first.id, customer: ADA } })
    expect(booked.status).toBe(404)
    await accepted(hold(given, { start: at('08:45'), replaces: first.id }))
    await accepted(given.open('POST', given.path, { body: { hold_id: second.id, customer: ADA } }))
  })

  test('when the other time is taken, then the first is still held', async () => {
    const given = await givenPage(await shared())
    const first = await accepted(hold(given))
    await accepted(hold(given, { start: at('10:00') }))
    expect((await hold(given, { start: at('10:00'), replaces: first.id })).status).toBe(409)
    await accepted(given.open('POST', given.path, { body: { hold_id: first.id, customer: ADA } }))
  })

  test('when a hold is of staff or of another page, then a customer cannot replace it', async () => {
    const harness = await shared()
    const [given, other] = [await givenPage(harness), await givenPage(await shared())]
    const body = { service_type_id: given.type.id, start: at('09:00') }
    const ofStaff = await accepted(given.api('POST', '/api/booking-holds', { body }))
    const elsewhere = stranger(harness)
    const ofOther = await accepted(hold({ ...other, open: elsewhere }))
    await accepted(hold(given, { start: at('11:00'), replaces: ofStaff.id }))
    await accepted(hold(given, { start: at('12:00'), replaces: ofOther.id }))
    expect((await hold(given)).status).toBe(409)
  })

  test('when the hold is of another organisation, then it is unknown here', async () => {
    const harness = await shared()
    const [mine, theirs] = [await givenPage(harness), await givenPage(await shared())]
    const { id } = await accepted(hold(theirs))
    const booked = await mine.open('POST', mine.path, { body: { hold_id: id, customer: ADA } })
    expect(booked.status).toBe(404)
  })
})

describe('given a service type that can be cancelled until an hour before', () => {
  test('when it is later, then the customer can neither move nor cancel it any more', async () => {
    const harness = await shared()
    const given = await givenPage(harness, { online_booking: { cancel_until_minutes: 2_880 } })
    const { id } = await accepted(hold(given, { start: at('00:00', 2) }))
    const { body } = await given.open('POST', given.path, { body: { hold_id: id, customer: ADA } })
    expect(body.changeable_until).toBe(at('00:00', 0))
    const path = `/public/bookings/${body.manage_url.split('/').at(-1)}`
    const refused = [
      await given.open('GET', `${path}/times?from=${at('00:00', 4)}&to=${at('00:00', 5)}`),
      await given.open('POST', `${path}/move`, { body: { start: at('00:00', 4) } }),
      await given.open('POST', `${path}/cancel`),
    ]
    expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual(
      refused.map(() => [409, 'invalid_transition']),
    )
  })
})

describe('given a service type of which customers may book four visits at once', () => {
  const series = ({ open, path, type }: GivenPage, recurrence: string, body: object = {}) =>
    open('POST', `${path}/series`, {
      body: {
        services: [{ service_type_id: type.id }],
        ...{ start: at('09:00'), recurrence, customer: ADA, ...body },
      },
    })

  test('when a customer books three, then each has a page of its own, and one message tells of all', async () => {
    const harness = await shared()
    const given = await givenPage(harness, { online_booking: { max_visits: 4 } })
    const { status, body } = await series(given, 'FREQ=DAILY;COUNT=3')
    expect([status, body.bookings.length, body.clashes]).toEqual([201, 3, []])
    expect(new Set(body.bookings.map((one: { manage_url: string }) => one.manage_url)).size).toBe(3)
    const booked: Booking[] = (await given.api('GET', '/api/bookings')).body.data
    const told = await until('all are told of', () => {
      const found = booked.flatMap(({ id }) => harness.events.of(id))
      return found.length === 3 && found
    })
    // Customers are told of those that follow no other.
    expect(told.filter(({ data }) => !('follows_in_series' in Object(data)))).toHaveLength(1)
  })

  test('when a customer asks for more than each service allows, or what is not offered online, then it is refused', async () => {
    const given = await givenPage(await shared(), { online_booking: { max_visits: 4 } })
    const { body } = await series(given, 'FREQ=DAILY;COUNT=5')
    expect(body.errors[0]).toMatchObject({ pointer: '/recurrence', code: 'too_many' })
    const services = [{ service_type_id: given.type.id }]
    const twice = { name: 'Colour', online_booking: { max_visits: 2 } }
    services.push({ service_type_id: (await givenServiceType(given.api, twice)).id })
    const together = await series(given, 'FREQ=DAILY;COUNT=3', { services })
    expect(together.body.errors?.[0]).toMatchObject({ pointer: '/recurrence', code: 'too_many' })
    const offline = await givenServiceType(given.api, { name: 'By telephone' })
    const other = await series(given, 'FREQ=DAILY;COUNT=2', { services: [{ service_type_id: offline.id }] })
    expect(other.status).toBe(404)
  })
})
