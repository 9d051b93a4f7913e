import { MINUTE_MS } from '@usher/service-kit/durations'
import mongoose from 'mongoose'
import { accepted, at, type Harness, shareHarness } from './harness.ts'
import { codeSentTo, type GivenPage, givenPage, hold, stranger } from './online-values.ts'

const shared = shareHarness()

const EMAIL = 'ada@example.com'
const PHONE = '+14155552671'
const ADA = { name: 'Ada', email: EMAIL, phone: PHONE }

const asking = (verification: 'email' | 'sms') => ({ online_booking: { verification } })

const askForCode = ({ open, path }: GivenPage, body: object = { email: EMAIL }) =>
  open('POST', `${path}/codes`, { body })

async function held(given: GivenPage, start = at('09:00')): Promise<string> {
  return (await accepted(hold(given, { start }))).id
}

const book = (given: GivenPage, hold_id: string, body: object = {}, headers: Record<string, string> = {}) =>
  given.open('POST', given.path, { body: { hold_id, customer: ADA, ...body }, headers })

/** Another code than the right one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** A page whose customers prove their e-mail address, with a time held and a code sent. */
async function givenCode(harness: Harness) {
  const given = await givenPage(harness, asking('email'))
  const { token: code_token } = await accepted(askForCode(given))
  const code = await codeSentTo(harness, EMAIL)
  return { ...given, harness, code, code_token, proof: { code, code_token }, hold_id: await held(given) }
}

const refusalOf = ({ status, body }: { status: number; body: { errors?: { pointer: string }[] } }) => [
  status,
  body.errors?.[0]?.pointer,
]

describe('a service type whose customers verify their e-mail address', () => {
  test('the right code books the time, and the page shows that verification is by e-mail', async () => {
    const given = await givenCode(await shared())
    const page = await given.open('GET', given.path)
    expect(page.body.services[0].verification).toBe('email')
    expect((await book(given, given.hold_id, given.proof)).status).toBe(201)
  })

  test('answers 403 at /code to a missing or wrong code, and the right one stays valid', async () => {
    const given = await givenCode(await shared())
    expect(refusalOf(await book(given, given.hold_id))).toEqual([403, '/code'])
    const wrong = await book(given, given.hold_id, { ...given.proof, code: otherThan(given.code) })
    expect(refusalOf(wrong)).toEqual([403, '/code'])
    expect(wrong.body.code).toBe('invalid_proof')
    expect((await book(given, given.hold_id, given.proof)).status).toBe(201)
  })

  test('answers 429 after five wrong guesses, even simultaneous ones and even to the right code', async () => {
    const given = await givenCode(await shared())
    const guesses = Array.from({ length: 8 }, (_, index) => {
      const open = stranger(given.harness, `203.0.113.${index}`)
      return book({ ...given, open }, given.hold_id, { ...given.proof, code: otherThan(given.code) })
    })
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array(5).fill(403), ...Array(3).fill(429)])
    expect((await book(given, given.hold_id, given.proof)).status).toBe(429)
  })

  test('refuses a code after ten minutes', async () => {
    const given = await givenCode(await shared())
    given.harness.clock.advance(10 * MINUTE_MS)
    const hold_id = await held(given, at('11:00'))
    expect(refusalOf(await book(given, hold_id, given.proof))).toEqual([403, '/code'])
  })

  test('a code books once, and a repeat under the same idempotency key gets the first answer', async () => {
    const given = await givenCode(await shared())
    const headers = { 'idempotency-key': `code-${given.page.slug}` }
    const first = await book(given, given.hold_id, given.proof, headers)
    const again = await book(given, given.hold_id, given.proof, headers)
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    const other = await book(given, await held(given, at('11:00')), given.proof)
    expect(refusalOf(other)).toEqual([403, '/code'])
  })

  test('one of two simultaneous bookings with one code succeeds', async () => {
    const given = await givenCode(await shared())
    const holds = [given.hold_id, await held(given, at('11:00'))]
    const both = await Promise.all(holds.map((id) => book(given, id, given.proof)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 403])
  })

  test('a code stays valid when the booking fails for another reason', async () => {
    const given = await givenCode(await shared())
    const failed = await book(given, given.hold_id, { ...given.proof, answers: { pet: 'Rex' } })
    expect(failed.status).toBe(400)
    expect((await book(given, given.hold_id, given.proof)).status).toBe(201)
  })

  test('refuses a code of another address or another organisation', async () => {
    const harness = await shared()
    const given = await givenCode(harness)
    const customer = { name: 'Eve', email: 'eve@example.com' }
    const asEve = await book(given, given.hold_id, { ...given.proof, customer })
    const other = await givenPage(await shared(), asking('email'))
    const elsewhere = await book(other, await held(other), given.proof)
    expect([refusalOf(asEve), refusalOf(elsewhere)]).toEqual([
      [403, '/code'],
      [403, '/code'],
    ])
  })

  test('answers 400 at /customer/email to a customer with only a phone number', async () => {
    const given = await givenCode(await shared())
    const customer = { name: 'Ada', phone: PHONE }
    expect(refusalOf(await book(given, given.hold_id, { ...given.proof, customer }))).toEqual([
      400,
      '/customer/email',
    ])
  })

  test('neither the events nor the database contain the code', async () => {
    const { code, harness } = await givenCode(await shared())
    const told = harness.events.events.filter(
      ({ organizationid }) => organizationid === harness.organizationId,
    )
    const connection = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
    const collections = await connection.db?.collections()
    const stored = await Promise.all((collections ?? []).map((one) => one.find().toArray()))
    const codes = await connection.collection('booking_codes').find().toArray()
    await connection.close()
    expect(told.length).toBeGreaterThan(0)
    expect(JSON.stringify([told, stored])).not.toContain(code)
    expect(JSON.stringify(codes)).not.toContain(EMAIL)
  })
})

describe('a series of a service type whose customers verify their e-mail address', () => {
  test('needs one code for all its visits', async () => {
    const online_booking = { verification: 'email', max_visits: 4 }
    const harness = await shared()
    const given = await givenPage(harness, { online_booking })
    const { token: code_token } = await accepted(askForCode(given))
    const code = await codeSentTo(harness, EMAIL)
    const body = {
      services: [{ service_type_id: given.type.id }],
      ...{ start: at('09:00'), recurrence: 'FREQ=DAILY;COUNT=2', customer: ADA },
    }
    const series = (more: object = {}) =>
      given.open('POST', `${given.path}/series`, { body: { ...body, ...more } })
    expect(refusalOf(await series())).toEqual([403, '/code'])
    const booked = await series({ code, code_token })
    expect([booked.status, booked.body.bookings?.length]).toEqual([201, 2])
  })
})

describe('a standby for a service type whose customers verify their e-mail address', () => {
  test('joining needs a valid code, which is used up by it', async () => {
    const given = await givenCode(await shared())
    const windows = [{ from: at('09:00'), to: at('12:00') }]
    const wanted = { service_type_id: given.type.id, windows, customer: ADA }
    const join = (more: object = {}) =>
      given.open('POST', `${given.path}/standby`, { body: { ...wanted, ...more } })
    expect(refusalOf(await join())).toEqual([403, '/code'])
    expect(refusalOf(await join({ ...given.proof, code: otherThan(given.code) }))).toEqual([403, '/code'])
    expect((await join(given.proof)).status).toBe(201)
    expect(refusalOf(await join(given.proof))).toEqual([403, '/code'])
  })
})

describe('a service type whose customers verify their phone', () => {
  test('accepts a code that was requested with another spelling of the number', async () => {
    const harness = await shared()
    const given = await givenPage(harness, asking('sms'))
    const { token: code_token } = await accepted(askForCode(given, { phone: '+1 (415) 555-2671' }))
    const code = await codeSentTo(harness, PHONE)
    expect((await book(given, await held(given), { code, code_token })).status).toBe(201)
  })
})

describe('requesting a verification code', () => {
  test('answers alike for a known and an unknown address', async () => {
    const harness = await shared()
    const given = await givenPage(harness)
    await accepted(book(given, await held(given)))
    const known = await askForCode(given)
    const unknown = await askForCode(given, { email: 'nobody@example.com' })
    expect([known.status, unknown.status]).toEqual([202, 202])
    expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body))
  })

  test('answers 429 with Retry-After within a minute, and the first code stays valid', async () => {
    const given = await givenCode(await shared())
    const soon = await askForCode(given)
    expect([soon.status, soon.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(30)
    expect((await book(given, given.hold_id, given.proof)).status).toBe(201)
  })

  test('answers 400 for both or neither of e-mail and phone', async () => {
    const given = await givenPage(await shared())
    const both = await askForCode(given, { email: EMAIL, phone: PHONE })
    const neither = await askForCode(given, {})
    expect([both.status, neither.status]).toEqual([400, 400])
  })
})
