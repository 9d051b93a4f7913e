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

describe('given a service type whose customers prove their e-mail address', () => {
  test('when the code is right, then the time is booked, and the page said that one is needed', async () => {
    const given = await givenCode(await shared())
    const page = await given.open('GET', given.path)
    expect(page.body.services[0].verification).toBe('email')
    expect((await book(given, given.hold_id, given.proof)).status).toBe(201)
  })

  test('when it is missing or wrong, then it is refused at the code, and the right one still counts', async () => {
    const given = await givenCode(await shared())
    expect(refusalOf(await book(given, given.hold_id))).toEqual([403, '/code'])
    const wrong = await book(given, given.hold_id, { ...given.proof, code: otherThan(given.code) })
    expect(refusalOf(wrong)).toEqual([403, '/code'])
    expect(wrong.body.code).toBe('invalid_proof')
    expect((await book(given, given.hold_id, given.proof)).status).toBe(201)
  })

  test('when it was guessed at five times, even at once, then the right one is refused, too', async () => {
    const given = await givenCode(await shared())
    const guesses = Array.from({ length: 8 }, (_, index) => {
      const open = stranger(given.harness, `203.0.113.${index}`)
      return book({ ...given, open }, given.hold_id, { ...given.proof, code: otherThan(given.code) })
    })
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array(5).fill(403), ...Array(3).fill(429)])
    expect((await book(given, given.hold_id, given.proof)).status).toBe(429)
  })

  test('when ten minutes have passed, then the code is refused', async () => {
    const given = await givenCode(await shared())
    given.harness.clock.advance(10 * MINUTE_MS)
    const hold_id = await held(given, at('11:00'))
    expect(refusalOf(await book(given, hold_id, given.proof))).toEqual([403, '/code'])
  })

  test('when it has booked once, then it books no more; a repeat under the same key gets the first answer', async () => {
    const given = await givenCode(await shared())
    const headers = { 'idempotency-key': `code-${given.page.slug}` }
    const first = await book(given, given.hold_id, given.proof, headers)
    const again = await book(given, given.hold_id, given.proof, headers)
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
    const other = await book(given, await held(given, at('11:00')), given.proof)
    expect(refusalOf(other)).toEqual([403, '/code'])
  })

  test('when two book with it at once, then one of them does', async () => {
    const given = await givenCode(await shared())
    const holds = [given.hold_id, await held(given, at('11:00'))]
    const both = await Promise.all(holds.map((id) => book(given, id, given.proof)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 403])
  })

  test('when the booking fails for something else, then the code stays good', async () => {
    const given = await givenCode(await shared())
    const failed = await book(given, given.hold_id, { ...given.proof, answers: { pet: 'Rex' } })
    expect(failed.status).toBe(400)
    expect((await book(given, given.hold_id, given.proof)).status).toBe(201)
  })

  test('when the code is of another address or organisation, then it is refused', async () => {
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

  test('when the customer gives a phone alone, then the e-mail address is asked for', async () => {
    const given = await givenCode(await shared())
    const customer = { name: 'Ada', phone: PHONE }
    expect(refusalOf(await book(given, given.hold_id, { ...given.proof, customer }))).toEqual([
      400,
      '/customer/email',
    ])
  })

  test('when the broker and the database are read, then the code is in neither', async () => {
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

describe('given recurring visits of a service type whose customers prove their e-mail address', () => {
  test('when they are booked at once, then they need a code as well, once for all', async () => {
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

describe('given a standby for a service type whose customers prove their e-mail address', () => {
  test('when somebody joins, then they need a code as well, as an offer is booked without one', async () => {
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

describe('given a service type whose customers prove their phone', () => {
  test('when the code is sent to it in another spelling, then it books', async () => {
    const harness = await shared()
    const given = await givenPage(harness, asking('sms'))
    const { token: code_token } = await accepted(askForCode(given, { phone: '+1 (415) 555-2671' }))
    const code = await codeSentTo(harness, PHONE)
    expect((await book(given, await held(given), { code, code_token })).status).toBe(201)
  })
})

describe('given somebody who asks for codes', () => {
  test('when the address is known here or not, then the answer is the same', async () => {
    const harness = await shared()
    const given = await givenPage(harness)
    await accepted(book(given, await held(given)))
    const known = await askForCode(given)
    const unknown = await askForCode(given, { email: 'nobody@example.com' })
    expect([known.status, unknown.status]).toEqual([202, 202])
    expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body))
  })

  test('when they ask again within a minute, then they are told how long to wait', async () => {
    const given = await givenCode(await shared())
    const soon = await askForCode(given)
    expect([soon.status, soon.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(30)
    expect((await book(given, given.hold_id, given.proof)).status).toBe(201)
  })

  test('when both or neither of the addresses are given, then the request is refused', async () => {
    const given = await givenPage(await shared())
    const both = await askForCode(given, { email: EMAIL, phone: PHONE })
    const neither = await askForCode(given, {})
    expect([both.status, neither.status]).toEqual([400, 400])
  })
})
