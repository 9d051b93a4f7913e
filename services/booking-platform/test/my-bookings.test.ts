import { type CloudEvent, type CustomerBooking, privacyRequested } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import { accepted, at, bookingOf, givenBooking, type Harness, shareHarness, startHarness } from './harness.ts'
import { codeSentTo, type GivenPage, givenPage, hold, stranger } from './online-values.ts'

const shared = shareHarness()

const EMAIL = 'ada@example.com'
const PHONE = '+14155552671'
const ADA = { name: 'Ada Lovelace', email: 'Ada@Example.com', phone: PHONE, locale: 'de' }

interface Given extends GivenPage {
  readonly harness: Harness
}

async function givenCustomer(service: object = {}, given?: Harness): Promise<Given> {
  const harness = given ?? (await shared())
  return { ...(await givenPage(harness, service)), harness }
}

const booked = ({ api, type }: Given, start: string, customer: object = ADA) =>
  givenBooking(api, bookingOf(type.id, start, { customer }))

/** Asks for a code and opens a session with it. */
async function sessionOf({ open, path, harness }: Given, contact: object = { email: EMAIL }, count = 1) {
  const { token: code_token } = await accepted(open('POST', `${path}/codes`, { body: contact }))
  const [to = ''] = Object.values(contact)
  const code = await codeSentTo(harness, to, count)
  return await accepted(open('POST', `${path}/sessions`, { body: { ...contact, code, code_token } }))
}

const bookingsOf = async ({ open }: Given, token: string, query = '') =>
  (await accepted(open('GET', `/public/customers/${token}/bookings${query}`))) as {
    data: CustomerBooking[]
    next_cursor: string | null
  }

const startsOf = ({ data }: { data: readonly CustomerBooking[] }) => data.map(({ start }) => start)

describe('the bookings of a customer', () => {
  test("a verified e-mail address shows the customer's own bookings on this page and no others", async () => {
    const given = await givenCustomer()
    const mine = await booked(given, at('09:00'))
    await booked(given, at('10:00'), { name: 'Eve', email: 'eve@example.com' })
    await booked(given, at('11:00'), { name: 'Ada', phone: PHONE })
    const elsewhere = await givenCustomer()
    await booked(elsewhere, at('12:00'))
    const { token } = await sessionOf(given)
    const { data, next_cursor } = await bookingsOf(given, token)
    expect([data.length, next_cursor]).toEqual([1, null])
    expect(data[0]).toMatchObject({
      ...{ start: mine.start, service_name: 'Haircut', service_type_id: given.type.id },
      ...{ manage_url: mine.manage_url, name: ADA.name },
    })
  })

  test('a verified phone number shows the bookings made with it', async () => {
    const given = await givenCustomer()
    await booked(given, at('09:00'))
    await booked(given, at('11:00'), { name: 'Ada', phone: PHONE })
    const { token } = await sessionOf(given, { phone: PHONE })
    expect(startsOf(await bookingsOf(given, token))).toEqual([at('09:00'), at('11:00')])
  })

  test('are listed upcoming first and past ones of a year after them, across pages', async () => {
    // With a clock of its own, which goes ahead by a year.
    await using harness = await startHarness()
    const { clock } = harness
    const given = await givenCustomer({ horizon_days: 600 }, harness)
    await booked(given, at('09:00', 2))
    clock.advance(380 * DAY_MS)
    for (const days of [390, 383, 395, 382]) await booked(given, at('09:00', days))
    clock.advance(5 * DAY_MS)
    const { token } = await sessionOf(given)
    const expected = [at('09:00', 390), at('09:00', 395), at('09:00', 383), at('09:00', 382)]
    expect(startsOf(await bookingsOf(given, token))).toEqual(expected)
    const first = await bookingsOf(given, token, '?limit=1')
    const second = await bookingsOf(given, token, `?limit=2&cursor=${first.next_cursor}`)
    const third = await bookingsOf(given, token, `?limit=2&cursor=${second.next_cursor}`)
    expect([first, second, third].map(startsOf)).toEqual([
      expected.slice(0, 1),
      expected.slice(1, 3),
      expected.slice(3),
    ])
    expect(third.next_cursor).toBeNull()
  })

  test('the session ends after half an hour', async () => {
    const given = await givenCustomer()
    const { token, expires_at } = await sessionOf(given)
    expect(Date.parse(expires_at) - given.harness.clock.now().getTime()).toBeLessThanOrEqual(30 * MINUTE_MS)
    given.harness.clock.advance(30 * MINUTE_MS)
    const answers = await Promise.all(
      ['', '/bookings'].map((path) => given.open('GET', `/public/customers/${token}${path}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
  })

  test('the session gives the name, e-mail, phone and language of the last booking', async () => {
    const given = await givenCustomer()
    await booked(given, at('09:00'), { name: 'A. Lovelace', email: EMAIL })
    await booked(given, at('10:00'))
    const { token } = await sessionOf(given)
    const { body, headers } = await given.open('GET', `/public/customers/${token}`)
    expect(body).toMatchObject({ name: ADA.name, email: EMAIL, phone: PHONE, locale: 'de' })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('the session replaces a code for its own e-mail address only', async () => {
    const given = await givenCustomer({ online_booking: { verification: 'email' } })
    const { token: session } = await sessionOf(given)
    const book = async (start: string, email: string) => {
      const { id } = await accepted(hold(given, { start }))
      const body = { hold_id: id, customer: { name: 'Ada', email }, session }
      return (await given.open('POST', given.path, { body })).status
    }
    expect(await book(at('09:00'), 'eve@example.com')).toBe(403)
    expect(await book(at('10:00'), EMAIL)).toBe(201)
  })
})

describe('attack: somebody with a session on the page of another organisation', () => {
  test("a session of another organisation's page does not replace a code on this page", async () => {
    const elsewhere = await givenCustomer()
    const given = await givenCustomer({ online_booking: { verification: 'email' } })
    const { token: session } = await sessionOf(elsewhere)
    const { id } = await accepted(hold(given))
    const body = { hold_id: id, customer: { name: 'Eve', email: EMAIL }, session }
    const { status, body: refused } = await given.open('POST', given.path, { body })
    expect([status, refused.errors?.[0].pointer]).toEqual([403, '/code'])
    expect((await given.api('GET', '/api/bookings')).body.data).toEqual([])
  })
})

describe('a customer session for an address without bookings', () => {
  test('the right code opens an empty list, once; a wrong code answers 403 at /code', async () => {
    const given = await givenCustomer()
    const contact = { email: 'nobody@example.com' }
    const { token: code_token } = await accepted(given.open('POST', `${given.path}/codes`, { body: contact }))
    const code = await codeSentTo(given.harness, contact.email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const refused = await given.open('POST', `${given.path}/sessions`, {
      body: { ...contact, code: wrong, code_token },
    })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([403, '/code'])
    const { token } = await accepted(
      given.open('POST', `${given.path}/sessions`, { body: { ...contact, code, code_token } }),
    )
    expect((await bookingsOf(given, token)).data).toEqual([])
    const again = await given.open('POST', `${given.path}/sessions`, {
      body: { ...contact, code, code_token },
    })
    expect(again.status).toBe(403)
  })

  test('answers a guessed code alike for a known and an unknown address', async () => {
    const given = await givenCustomer()
    await booked(given, at('09:00'))
    const guess = async (email: string) => {
      const { status, body } = await given.open('POST', `${given.path}/sessions`, {
        body: { email, code: '123456', code_token: 'guessed' },
      })
      return { status, ...body, request_id: '', instance: '' }
    }
    expect(await guess(EMAIL)).toEqual(await guess('nobody@example.com'))
  })

  test('answers 404 to a made-up token', async () => {
    const { open } = await givenCustomer()
    expect((await open('GET', '/public/customers/made-up/bookings')).status).toBe(404)
  })
})

describe('a customer who is erased', () => {
  test('loses the session and the unused code', async () => {
    const given = await givenCustomer()
    const { harness, open, path } = given
    await booked(given, at('09:00'))
    const { token } = await sessionOf(given)
    const elsewhere = stranger(harness, '203.0.113.7')
    const { token: code_token } = await accepted(
      elsewhere('POST', `${path}/codes`, { body: { email: EMAIL } }),
    )
    const code = await codeSentTo(harness, EMAIL, 2)
    await harness.publish(erasureOf(harness, EMAIL))
    await until('the end of the session', async () => {
      await harness.service.jobs.privacy.run()
      return (await open('GET', `/public/customers/${token}`)).status === 404
    })
    const opened = await open('POST', `${path}/sessions`, { body: { email: EMAIL, code, code_token } })
    expect(opened.status).toBe(403)
  })
})

function erasureOf({ organizationId, clock }: Harness, email: string): CloudEvent {
  const subject = newId('privacyRequest')
  return newEvent(privacyRequested, {
    ...{ subject, sequence: 1, time: clock.now() },
    origin: { organizationId, actor: 'system', requestId: newId('request') },
    data: { id: subject, kind: 'erasure', subject: { email } },
  })
}
