import type { Booking } from '@usher/contracts'
import { connectMongo } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { dayAhead, until } from '@usher/test-kit'
import { ALWAYS, accepted, at, givenServiceType, shareHarness } from './harness.ts'
import { ADA, type GivenPage, givenPage, hold, stranger } from './online-values.ts'

const shared = shareHarness()

describe('an organisation without a booking page', () => {
  test('shows a null slug, and creates its page only with a slug', async () => {
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

  test('answers slug_taken when another organisation has the slug', async () => {
    const harness = await shared()
    const { page } = await givenPage(harness)
    const taken = await harness.otherOrganization()('PATCH', '/api/booking-page', {
      body: { slug: page.slug },
    })
    expect([taken.status, taken.body.code]).toEqual([409, 'slug_taken'])
  })

  test('two simultaneous requests with one slug both answer 200', async () => {
    const api = (await shared()).client()
    const body = { slug: `twice-${Date.now()}` }
    const both = await Promise.all([1, 2].map(() => api('PATCH', '/api/booking-page', { body })))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('a booking page', () => {
  test('shows only service types that can be booked online, with their providers', async () => {
    const given = await givenPage(await shared())
    await givenServiceType(given.api, { name: 'By telephone' })
    const { body } = await given.open('GET', given.path)
    expect(body.services).toMatchObject([{ id: given.type.id, name: 'Haircut', duration_minutes: 30 }])
    expect(body.services[0].providers).toMatchObject([{ name: 'Grace' }])
  })

  test('answers 404 for an unknown slug', async () => {
    const open = stranger(await shared())
    expect((await open('GET', '/public/book/nobody-here')).status).toBe(404)
  })

  test('leaves a held time out of the free times and shows no provider ids', async () => {
    const given = await givenPage(await shared())
    await accepted(hold(given))
    const query = `service_type_id=${given.type.id}&from=${at('08:30')}&to=${at('10:00')}`
    const { body } = await given.open('GET', `${given.path}/times?${query}`)
    expect(body.data.map(({ start }: { start: string }) => start)).toEqual([at('08:30'), at('09:30')])
    expect(JSON.stringify(body)).not.toContain('pvd_')
  })

  test('lists the days of a month with free times, by the time zone asked for', async () => {
    const noon = ALWAYS.map(({ day }) => ({ day, start: '12:00', end: '13:00' }))
    const given = await givenPage(await shared(), {}, { timezone: 'UTC', weekly_hours: noon })
    await accepted(hold(given, { start: at('12:00', 2) }))
    const query = `service_type_id=${given.type.id}&from=${dayAhead(2)}&to=${dayAhead(5)}`
    const days = async (more = '') =>
      (await accepted(given.open('GET', `${given.path}/days?${query}${more}`))).data
    const counted = (...counts: number[]) => counts.map((times, n) => ({ date: dayAhead(2 + n), times }))
    expect(await days()).toEqual(counted(1, 2, 2))
    // There, it is the day after.
    expect(await days('&timezone=Pacific/Kiritimati')).toEqual(counted(2, 1, 2))
    const long = await given.open('GET', `${given.path}/days?${query.replace(dayAhead(5), dayAhead(40))}`)
    expect(long.body.errors).toMatchObject([{ code: 'range_too_long' }])
  })

  test('a booked held time reaches the staff with its answers, and a required answer is enforced', async () => {
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

  test('a booking repeated under one idempotency key is made once', async () => {
    const given = await givenPage(await shared())
    const { id } = await accepted(hold(given))
    const options = { body: { hold_id: id, customer: ADA }, headers: { 'idempotency-key': 'once-only-1' } }
    const send = () => given.open('POST', given.path, options)
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect((await given.api('GET', '/api/bookings')).body.data).toHaveLength(1)
  })

  test('a hold ends after ten minutes, and its time can be held again', async () => {
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

  test('answers 400 to a customer without any contact', async () => {
    const given = await givenPage(await shared())
    const { id } = await accepted(hold(given))
    const { status, body } = await given.open('POST', given.path, {
      body: { hold_id: id, customer: { name: 'Ada' } },
    })
    expect([status, body.errors[0].code]).toEqual([400, 'unknown_customer'])
  })

  test.each([null, { enabled: false }])(
    'does not show, hold or book a service type with online_booking %j',
    async (online_booking) => {
      const given = await givenPage(await shared())
      const { id } = await accepted(hold(given))
      await accepted(given.api('PATCH', `/api/service-types/${given.type.id}`, { body: { online_booking } }))
      const booked = await given.open('POST', given.path, { body: { hold_id: id, customer: ADA } })
      expect([(await hold(given)).status, booked.status]).toEqual([404, 404])
      expect((await accepted(given.open('GET', given.path))).services).toEqual([])
    },
  )

  test('shows a service type stored before online_booking.enabled existed', async () => {
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

  test('keeps changeable_until of a booking after online booking is switched off', async () => {
    const given = await givenPage(await shared(), { online_booking: { cancel_until_minutes: 60 } })
    const { id } = await accepted(hold(given, { start: at('09:00', 2) }))
    const booked = await accepted(given.open('POST', given.path, { body: { hold_id: id, customer: ADA } }))
    const online_booking = { ...given.type.online_booking, enabled: false }
    await accepted(given.api('PATCH', `/api/service-types/${given.type.id}`, { body: { online_booking } }))
    const path = `/public/bookings/${booked.manage_url.split('/').at(-1)}`
    expect((await accepted(given.open('GET', path))).changeable_until).toBe(at('08:00', 2))
  })

  test('replacing a hold frees the first time, and only once', async () => {
    const given = await givenPage(await shared(), { slot_step_minutes: 15 })
    const first = await accepted(hold(given))
    const second = await accepted(hold(given, { start: at('09:15'), replaces: first.id }))
    const booked = await given.open('POST', given.path, { body: { hold_id: first.id, customer: ADA } })
    expect(booked.status).toBe(404)
    await accepted(hold(given, { start: at('08:45'), replaces: first.id }))
    await accepted(given.open('POST', given.path, { body: { hold_id: second.id, customer: ADA } }))
  })

  test('a hold stays when the time that would replace it is taken', async () => {
    const given = await givenPage(await shared())
    const first = await accepted(hold(given))
    await accepted(hold(given, { start: at('10:00') }))
    expect((await hold(given, { start: at('10:00'), replaces: first.id })).status).toBe(409)
    await accepted(given.open('POST', given.path, { body: { hold_id: first.id, customer: ADA } }))
  })

  test('does not replace a hold of staff or of another page', async () => {
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

  test("answers 404 to a booking by another organisation's hold", async () => {
    const harness = await shared()
    const [mine, theirs] = [await givenPage(harness), await givenPage(await shared())]
    const { id } = await accepted(hold(theirs))
    const booked = await mine.open('POST', mine.path, { body: { hold_id: id, customer: ADA } })
    expect(booked.status).toBe(404)
  })
})

describe('a service type with a cancellation deadline', () => {
  test('answers 409 to times, moves and cancellations after changeable_until', async () => {
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

describe('a service type with up to four visits online', () => {
  const series = ({ open, path, type }: GivenPage, recurrence: string, body: object = {}) =>
    open('POST', `${path}/series`, {
      body: {
        services: [{ service_type_id: type.id }],
        ...{ start: at('09:00'), recurrence, customer: ADA, ...body },
      },
    })

  test('a series of three gives each visit its own link, and one event that follows no other', async () => {
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

  test('refuses more visits than each service allows, and services that are not offered online', async () => {
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
