import { type CloudEvent, organizationUpdated, type QuietHours } from '@usher/contracts'
import { connectMongo, newId } from '@usher/service-kit'
import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { goldenEvents, until } from '@usher/test-kit'
import { accepted, at, bookingOf, givenBooking, shareHarness } from './harness.ts'
import { stranger } from './online-values.ts'
import { cancel, daily, givenFullDay, join, listed, MORNING, somebody } from './standby-values.ts'

const shared = shareHarness()

/** A window in which nobody works. */
const OTHERWISE = { from: at('13:00', 4), to: at('18:00', 4) }

const statuses = async (all: readonly { look(): Promise<{ status: string }> }[]) =>
  (await Promise.all(all.map(({ look }) => look()))).map(({ status }) => status)

describe('a customer on standby for a full day', () => {
  test('is offered the time of a cancelled booking, which is held for them, and books it', async () => {
    const given = await givenFullDay(await shared())
    const ada = await join(given)
    expect(ada.joined).toMatchObject({ status: 'waiting', offer: null, service_name: 'Haircut' })
    await cancel(given.api, given.booking)
    await given.harness.service.jobs.standby.run()
    expect(await ada.look()).toMatchObject({
      status: 'offered',
      offer: { start: at('09:00'), end: at('09:30'), provider_name: 'Grace' },
    })
    const other = { service_type_id: given.type.id, start: at('09:00') }
    expect((await given.open('POST', `${given.path}/holds`, { body: other })).status).toBe(409)
    const booked = await ada.accept()
    expect([booked.status, booked.body.start]).toEqual([200, at('09:00')])
    const { manage_url } = booked.body
    expect(await ada.look()).toMatchObject({ status: 'booked', offer: null, manage_url })
    const [, booking] = (await given.api('GET', '/api/bookings')).body.data
    expect(booking).toMatchObject({
      status: 'confirmed',
      source: 'standby',
      customer: { name: ada.joined.name },
    })
  })

  test('is refused when asking for more seats than a session has', async () => {
    const given = await givenFullDay(await shared(), { capacity: 2 })
    const waiting = (seats: number) => ({
      ...{ service_type_id: given.type.id, windows: [MORNING], customer: somebody(), seats },
    })
    const path = `${given.path}/standby`
    const refused = await given.open('POST', path, { body: waiting(3) })
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ pointer: '/seats' }]])
    expect((await given.open('POST', path, { body: waiting(2) })).status).toBe(201)
  })

  test('accepting an offer three times makes one booking', async () => {
    const given = await givenFullDay(await shared())
    const ada = await join(given)
    await cancel(given.api, given.booking)
    await given.harness.service.jobs.standby.run()
    const both = await Promise.all([ada.accept(), ada.accept()])
    const answers = [...both, await ada.accept()]
    expect(answers.map(({ status, body }) => [status, body.manage_url])).toEqual(
      Array(3).fill([200, both[0]?.body.manage_url]),
    )
  })

  test('answers hold_expired when accepting without an offer', async () => {
    const ada = await join(await givenFullDay(await shared()))
    const { status, body } = await ada.accept()
    expect([status, body.code]).toEqual([409, 'hold_expired'])
  })

  test('is offered at once a time that is already free', async () => {
    const given = await givenFullDay(await shared())
    const ada = await join(given, { windows: [{ from: at('08:00', 3), to: at('10:00', 3) }] })
    await given.harness.service.jobs.standby.run()
    expect((await ada.look()).offer).toMatchObject({ start: at('09:00', 3) })
  })

  test('leaving with an offer passes it to the next, and leaving again changes nothing', async () => {
    const given = await givenFullDay(await shared())
    const [first, second] = [await join(given), await join(given)]
    await cancel(given.api, given.booking)
    await given.harness.service.jobs.standby.run()
    expect(await statuses([first, second])).toEqual(['offered', 'waiting'])
    expect((await first.leave()).status).toBe(204)
    await given.harness.service.jobs.standby.run()
    expect(await statuses([first, second])).toEqual(['ended', 'offered'])
    expect((await first.leave()).status).toBe(204)
    expect((await first.accept()).status).toBe(409)
    expect((await first.look()).end_reason).toBe('left')
  })

  test('is passed over when their windows do not fit the time', async () => {
    const given = await givenFullDay(await shared())
    const late = await join(given, { windows: [{ from: at('09:10'), to: at('12:00') }] })
    const early = await join(given, { windows: [{ from: at('08:00'), to: at('09:20') }] })
    const fits = await join(given, { windows: [OTHERWISE, { from: at('08:00'), to: at('09:30') }] })
    await cancel(given.api, given.booking)
    await given.harness.service.jobs.standby.run()
    expect(await statuses([late, early, fits])).toEqual(['waiting', 'waiting', 'offered'])
  })
})

describe('an unanswered offer', () => {
  test('passes to the next after it expires, and the first waits on', async () => {
    const given = await givenFullDay(await shared())
    const [first, second] = [await join(given), await join(given)]
    await cancel(given.api, given.booking)
    await given.harness.service.jobs.standby.run()
    given.harness.clock.advance(10 * MINUTE_MS)
    expect((await first.accept()).body.code).toBe('hold_expired')
    await given.harness.service.jobs.standby.run()
    expect(await statuses([first, second])).toEqual(['waiting', 'offered'])
    given.harness.clock.advance(10 * MINUTE_MS)
    await given.harness.service.jobs.standby.run()
    expect(await statuses([first, second])).toEqual(['waiting', 'waiting'])
    const free = { service_type_id: given.type.id, start: at('09:00') }
    expect((await given.open('POST', `${given.path}/holds`, { body: free })).status).toBe(201)
  })

  test('ends the standby as unanswered the third time', async () => {
    const given = await givenFullDay(await shared(), {}, daily('09:00', '10:30'))
    await givenBooking(given.api, bookingOf(given.type.id, at('09:30')))
    await givenBooking(given.api, bookingOf(given.type.id, at('10:00')))
    const ada = await join(given)
    for (const booking of (await given.api('GET', '/api/bookings')).body.data)
      await cancel(given.api, booking)
    const starts = []
    for (let i = 0; i < 3; i += 1) {
      await given.harness.service.jobs.standby.run()
      starts.push((await ada.look()).offer?.start)
      given.harness.clock.advance(10 * MINUTE_MS)
    }
    await given.harness.service.jobs.standby.run()
    expect(starts).toEqual([at('09:00'), at('09:30'), at('10:00')])
    expect(await ada.look()).toMatchObject({ status: 'ended', end_reason: 'unanswered', offer: null })
  })
})

describe('joining the standby list', () => {
  test.each([
    ['ends before it begins', { windows: [{ from: at('12:00'), to: at('09:00') }] }, '/windows/0/to'],
    ['is shorter than a booking', { windows: [{ from: at('09:00'), to: at('09:20') }] }, '/windows/0/to'],
    [
      'is longer than a day',
      { windows: [MORNING, { from: at('09:00'), to: at('09:01', 3) }] },
      '/windows/1/to',
    ],
    ['is over', { windows: [{ from: at('09:00', -2), to: at('10:00', -2) }] }, '/windows/0/to'],
    ['is too far ahead', { windows: [{ from: at('09:00', 400), to: at('10:00', 400) }] }, '/windows/0/from'],
  ])('answers 400 for a window that %s', async (_, body, pointer) => {
    const given = await givenFullDay(await shared())
    const asked = { service_type_id: given.type.id, customer: somebody(), ...body }
    const answer = await given.open('POST', `${given.path}/standby`, { body: asked })
    expect([answer.status, answer.body.errors[0]]).toMatchObject([400, { pointer, code: 'out_of_range' }])
  })

  test('answers 400 without a contact or a required answer, and the answers reach the booking', async () => {
    const questions = [{ key: 'pet', label: 'Pet', type: 'text', required: true }]
    const given = await givenFullDay(await shared(), { online_booking: { questions } })
    const asked = { service_type_id: given.type.id, windows: [MORNING], customer: { name: 'Ada' } }
    const nobody = await given.open('POST', `${given.path}/standby`, { body: asked })
    expect(nobody.body.errors[0].code).toBe('unknown_customer')
    const open = await given.open('POST', `${given.path}/standby`, {
      body: { ...asked, customer: somebody() },
    })
    expect(open.body.errors[0].pointer).toBe('/answers/pet')
    const ada = await join(given, { answers: { pet: 'Rex' } })
    await cancel(given.api, given.booking)
    await given.harness.service.jobs.standby.run()
    await ada.accept()
    expect((await given.api('GET', '/api/bookings')).body.data[1].answers).toEqual({ pet: 'Rex' })
  })

  test('allows a customer three standbys, even when five are requested at once', async () => {
    const given = await givenFullDay(await shared())
    const customer = somebody()
    const body = { service_type_id: given.type.id, windows: [MORNING], customer }
    const send = () => given.open('POST', `${given.path}/standby`, { body })
    const answers = await Promise.all(Array.from({ length: 5 }, send))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('limit_reached')
    const upper = { ...customer, email: customer.email.toUpperCase() }
    const again = await given.open('POST', `${given.path}/standby`, { body: { ...body, customer: upper } })
    expect(again.status).toBe(409)
  })

  test('a request repeated under one idempotency key joins once', async () => {
    const given = await givenFullDay(await shared())
    const body = { service_type_id: given.type.id, windows: [MORNING], customer: somebody() }
    const send = () =>
      given.open('POST', `${given.path}/standby`, { body, headers: { 'idempotency-key': 'standby-once' } })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.body]).toEqual([201, first.body])
    expect(await listed(given.api)).toHaveLength(1)
  })

  test('answers 429 to the eleventh standby from one address', async () => {
    const harness = await shared()
    const given = await givenFullDay(harness)
    const open = stranger(harness, '203.0.113.9')
    const send = () =>
      open('POST', `${given.path}/standby`, {
        body: { service_type_id: given.type.id, windows: [MORNING], customer: somebody() },
      })
    const sent = []
    for (let i = 0; i < 11; i += 1) sent.push((await send()).status)
    expect(sent).toEqual([...Array(10).fill(201), 429])
  })

  test.each([null, { enabled: false }])(
    'answers 404 for a service type with online_booking %j',
    async (online_booking) => {
      const given = await givenFullDay(await shared())
      await accepted(given.api('PATCH', `/api/service-types/${given.type.id}`, { body: { online_booking } }))
      const body = { service_type_id: given.type.id, windows: [MORNING], customer: somebody() }
      expect((await given.open('POST', `${given.path}/standby`, { body })).status).toBe(404)
    },
  )
})

describe('the standby list of staff', () => {
  test('lists standbys in joining order, by status and service type, page by page', async () => {
    const given = await givenFullDay(await shared())
    const all = [await join(given), await join(given, { notes: 'Left hand' }), await join(given)]
    await all[2]?.leave()
    const names = (found: Awaited<ReturnType<typeof listed>>) => found.map(({ customer }) => customer.name)
    expect(names(await listed(given.api))).toEqual(all.map(({ joined }) => joined.name))
    expect(names(await listed(given.api, '?status=ended'))).toEqual([all[2]?.joined.name])
    expect(
      await listed(given.api, `?service_type_id=${given.booking.service_type_id}&limit=2`),
    ).toMatchObject([{ status: 'waiting', notes: null, windows: [MORNING] }, { notes: 'Left hand' }])
    const first = (await given.api('GET', '/api/standbys?limit=2')).body
    const rest = (await given.api('GET', `/api/standbys?limit=2&cursor=${first.next_cursor}`)).body
    expect(names(rest.data)).toEqual([all[2]?.joined.name])
  })

  test('a removed standby shows its customer the reason, and other organisations cannot remove it', async () => {
    const harness = await shared()
    const given = await givenFullDay(harness)
    const ada = await join(given)
    const [{ id = '' } = {}] = await listed(given.api)
    expect((await harness.otherOrganization()('DELETE', `/api/standbys/${id}`)).status).toBe(404)
    expect((await given.api('DELETE', `/api/standbys/${id}`)).status).toBe(204)
    expect(await ada.look()).toMatchObject({ status: 'ended', end_reason: 'removed' })
  })
})

describe('quiet hours of the organisation', () => {
  /** Resolves once a change of the hours has been handled. */
  async function givenQuietDay(hours: QuietHours) {
    const given = await givenFullDay(await shared())
    const { harness } = given
    const golden = goldenEvents().find(({ type }) => type === organizationUpdated.type) as CloudEvent
    const { organizationId: organizationid } = harness
    const ids = { id: newId('event'), organizationid, subject: organizationid }
    await harness.publish({ ...golden, ...ids, data: { ...(golden.data as object), quiet_hours: hours } })
    const connection = await connectMongo(harness.config.mongoUrl)
    await using _closing = { [Symbol.asyncDispose]: () => connection.destroy() }
    const stored = connection.getClient().db(connection.name).collection<{ _id: string }>('quiet_hours')
    await until('the quiet hours', () => stored.findOne({ _id: organizationid }))
    return given
  }

  const clockIn = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString().slice(11, 16)

  test('postpone offers of freed time to their end, in the order of joining', async () => {
    const now = (await shared()).clock.now()
    const given = await givenQuietDay({ start: clockIn(now, -HOUR_MS), end: clockIn(now, 2 * HOUR_MS) })
    const [first, second] = [await join(given), await join(given)]
    await cancel(given.api, given.booking)
    await given.harness.service.jobs.standby.run()
    expect(await statuses([first, second])).toEqual(['waiting', 'waiting'])
    given.harness.clock.advance(2 * HOUR_MS)
    await given.harness.service.jobs.standby.run()
    expect(await statuses([first, second])).toEqual(['offered', 'waiting'])
  })

  test('do not postpone the offer of a time that starts before they end', async () => {
    const given = await givenQuietDay({ start: '09:31', end: '09:30' })
    const untilMorning = Date.parse(at('09:00')) - given.harness.clock.now().getTime()
    given.harness.clock.advance(untilMorning - HOUR_MS)
    const ada = await join(given)
    await cancel(given.api, given.booking)
    await given.harness.service.jobs.standby.run()
    expect((await ada.look()).offer).toMatchObject({ start: at('09:00') })
  })
})
