import { DAY_MS } from '@usher/service-kit/durations'
import mongoose from 'mongoose'
import { accepted, at, givenProvider, type Harness, shareHarness } from './harness.ts'
import { ADA, codeSentTo, type GivenPage, givenPage, hold, stranger } from './online-values.ts'
import { cancel, daily, givenFullDay, join, MORNING, somebody } from './standby-values.ts'

const shared = shareHarness()

/** Sixteen half hours a day. */
const DAY = { weekly_hours: daily('09:00', '17:00') }
const startsOn = (day = 0) =>
  Array.from({ length: 16 }, (_, n) =>
    new Date(Date.parse(at('09:00')) + day * DAY_MS + n * 30 * 60_000).toISOString(),
  )

const given16 = (harness: Harness, service: object = {}) =>
  givenPage(harness, { duration_minutes: 30, ...service }, DAY)

const from = (given: GivenPage, harness: Harness, address: string) => ({
  ...given,
  open: stranger(harness, address),
})

/** Books a time, after it was held. */
async function book(given: GivenPage, start: string, body: object = {}, time: object = {}) {
  const held = await hold(given, { start, ...time })
  if (held.status !== 201) return held
  return await given.open('POST', given.path, {
    body: { hold_id: held.body.id, customer: somebody(), ...body },
  })
}

const askForCode = (given: GivenPage, email: string) =>
  given.open('POST', `${given.path}/codes`, { body: { email } })

describe('attack: hold the whole day of a provider from one address', () => {
  test('leaves most of the day to others', async () => {
    const harness = await shared()
    const given = await given16(harness)
    const statuses = []
    for (const start of startsOn()) statuses.push((await hold(given, { start })).status)
    expect(statuses).toEqual([...Array(4).fill(201), ...Array(12).fill(429)])
    const [next = ''] = startsOn().slice(4)
    expect((await hold(from(given, harness, '198.51.100.1'), { start: next })).status).toBe(201)
    const refused = await given.api('GET', '/api/booking-page/refusals')
    expect(refused.body.data).toMatchObject([{ action: 'hold', count: 12 }])
  })

  test.each([
    ['two addresses', ['198.51.100.1', '198.51.100.2']],
    ['two /64 of an IPv6 subscriber', ['2001:db8:0:1::1', '2001:db8:0:2::1']],
  ])('lets %s hold half of the day, and other customers still hold a time', async (_, addresses) => {
    const harness = await shared()
    const given = await given16(harness)
    const statuses = []
    for (const [n, start] of startsOn().slice(0, 12).entries()) {
      const attacker = from(given, harness, addresses[n % 2] ?? '')
      statuses.push((await hold(attacker, { start })).status)
    }
    expect(statuses).toEqual([...Array(8).fill(201), ...Array(4).fill(429)])
    const others = []
    for (const [n, start] of startsOn().slice(12).entries())
      others.push((await hold(from(given, harness, `203.0.113.${n}`), { start })).status)
    expect(others).toEqual(Array(4).fill(201))
  })

  test('counts holds that are made at once', async () => {
    const given = await given16(await shared())
    const all = await Promise.all(startsOn().map((start) => hold(given, { start })))
    expect(all.filter(({ status }) => status === 201)).toHaveLength(4)
  })
})

/** Bookings that take more of a day than one of a seat and the ordinary length, at all of its starts. */
const LARGE = [
  {
    what: 'all seats of a class',
    service: { duration_minutes: 60, capacity: 30 },
    body: { seats: 30 },
    starts: startsOn().filter((_, n) => n % 2 === 0),
    ...{ heldAtMost: 2, bookedAtMost: 4 },
  },
  {
    what: 'the longest duration',
    service: { duration_options: [30, 240] },
    body: { duration_minutes: 240 },
    starts: startsOn().filter((_, n) => n % 8 === 0),
    ...{ heldAtMost: 1, bookedAtMost: 1 },
  },
]

describe('attack: take a whole day of a provider by a few large bookings', () => {
  test.each(LARGE)(
    'counts what $what takes when it is held',
    async ({ service, body, starts, heldAtMost }) => {
      const given = await given16(await shared(), service)
      const statuses = []
      for (const start of starts) statuses.push((await hold(given, { ...body, start })).status)
      expect(statuses).toEqual(starts.map((_, n) => (n < heldAtMost ? 201 : 429)))
    },
  )

  test.each(LARGE)('counts what $what takes when it is booked', async (large) => {
    const given = await given16(await shared(), large.service)
    const statuses = []
    for (const start of large.starts) statuses.push((await book(given, start, {}, large.body)).status)
    expect(statuses).toEqual(large.starts.map((_, n) => (n < large.bookedAtMost ? 201 : 429)))
  })

  test.each(LARGE)('counts what $what takes in a series', async ({ service, body, starts, bookedAtMost }) => {
    const given = await given16(await shared(), service)
    const services = [{ service_type_id: given.type.id, ...body }]
    const statuses = []
    for (const start of starts) {
      const series = { services, start, customer: somebody() }
      statuses.push((await given.open('POST', `${given.path}/series`, { body: series })).status)
    }
    expect(statuses).toEqual(starts.map((_, n) => (n < bookedAtMost ? 201 : 429)))
  })

  test('lets an address hold three single seats and book five, however few hours the provider works', async () => {
    const short = { weekly_hours: daily('09:00', '11:30') }
    const given = await givenPage(await shared(), { duration_minutes: 30 }, short)
    const starts = startsOn().slice(0, 5)
    const held = []
    for (const start of starts.slice(0, 3)) held.push(await accepted(hold(given, { start })))
    const statuses = []
    for (const { id } of held) {
      const body = { hold_id: id, customer: somebody() }
      statuses.push((await given.open('POST', given.path, { body })).status)
    }
    for (const start of starts.slice(3)) statuses.push((await book(given, start)).status)
    expect(statuses).toEqual(Array(5).fill(201))
  })
})

describe('attack: book the whole day of a provider from one address', () => {
  test('asks for a proved address beyond half of the day', async () => {
    const harness = await shared()
    const given = await given16(harness)
    const starts = startsOn()
    const statuses = []
    for (const start of starts.slice(0, 9)) statuses.push((await book(given, start)).status)
    expect(statuses).toEqual([...Array(8).fill(201), 429])
    const customer = somebody()
    const { token: code_token } = await accepted(askForCode(given, customer.email))
    const code = await codeSentTo(harness, customer.email)
    const [, , , , , , , , , , start = ''] = starts
    expect((await book(given, start, { customer, code, code_token })).status).toBe(201)
  })

  test('counts every visit of a series', async () => {
    const given = await given16(await shared(), { online_booking: { max_visits: 10 } })
    const series = (start: string) =>
      given.open('POST', `${given.path}/series`, {
        body: {
          services: [{ service_type_id: given.type.id }],
          ...{ start, recurrence: 'FREQ=DAILY;COUNT=10', customer: somebody() },
        },
      })
    const statuses = []
    for (const start of startsOn()) statuses.push((await series(start)).status)
    expect(statuses).toEqual([...Array(8).fill(201), ...Array(8).fill(429)])
  })
})

describe('attack: take the places on standby from one address', () => {
  test('allows ten unproved standbys an hour from an address, served after proved ones', async () => {
    const harness = await shared()
    const given = await givenFullDay(harness)
    const waiting = []
    const madeUp = { session: 'made-up' }
    for (let n = 0; n < 10; n += 1) waiting.push(await join(given, n % 2 ? madeUp : {}))
    const body = { service_type_id: given.type.id, windows: [MORNING], customer: somebody() }
    for (const proof of [{}, madeUp]) {
      const refused = await given.open('POST', `${given.path}/standby`, { body: { ...body, ...proof } })
      expect(refused.status).toBe(429)
    }
    const customer = somebody()
    const { token: code_token } = await accepted(askForCode(given, customer.email))
    const code = await codeSentTo(harness, customer.email)
    const proved = await join(given, { customer, code, code_token })
    await cancel(given.api, given.booking)
    await harness.service.jobs.standby.run()
    expect((await proved.look()).status).toBe('offered')
    const [first] = waiting
    expect((await first?.look())?.status).toBe('waiting')
  })
})

describe('attack: have a customer sent message after message by moving their booking', () => {
  test('counts moves by booking, wherever they come from', async () => {
    const harness = await shared()
    const given = await given16(harness)
    const { manage_url } = (await book(given, startsOn()[0] ?? '')).body
    const own = `/public/bookings/${manage_url.split('/').at(-1)}`
    const statuses = []
    for (const [n, start] of startsOn().slice(1, 13).entries()) {
      const open = stranger(harness, `198.51.100.${n % 4}`)
      statuses.push((await open('POST', `${own}/move`, { body: { start } })).status)
    }
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(7).fill(429)])
  })
})

describe('attack: keep a customer from proving their address', () => {
  const verified = { online_booking: { verification: 'email' } }

  test('lets the owner book by their own code while others ask for codes and guess', async () => {
    const harness = await shared()
    const given = await given16(harness, verified)
    const { email } = somebody()
    const statuses = []
    for (let n = 0; n < 22; n += 1)
      statuses.push((await askForCode(from(given, harness, `203.0.113.${n}`), email)).status)
    expect(new Set(statuses)).toEqual(new Set([202]))
    const asked = await askForCode(given, email)
    expect(asked.status).toBe(202)
    const code = await codeSentTo(harness, email, 23)
    const start = startsOn()[0] ?? ''
    const customer = { name: 'Ada', email }
    for (let n = 0; n < 10; n += 1) {
      const guesser = from(given, harness, `203.0.113.${n}`)
      const guess = { customer, code: '000000', code_token: 'guessed' }
      expect((await book(guesser, startsOn()[1] ?? '', guess)).status).not.toBe(201)
    }
    expect((await book(given, start, { customer, code, code_token: asked.body.token })).status).toBe(201)
  })

  test('sends no second code to an address that asked, once the contact was sent 20', async () => {
    const harness = await shared()
    const given = await given16(harness, verified)
    const { email } = somebody()
    for (let n = 0; n < 20; n += 1) await accepted(askForCode(from(given, harness, `203.0.113.${n}`), email))
    // As if a minute had passed.
    const connection = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
    await connection.collection('throttles').deleteMany({ key: /^code\/minute/ })
    await connection.destroy()
    expect((await askForCode(from(given, harness, '203.0.113.3'), email)).status).toBe(429)
  })

  test('refuses a code that somebody else asked for', async () => {
    const harness = await shared()
    const given = await given16(harness, verified)
    const customer = somebody()
    await accepted(askForCode(given, customer.email))
    const { token } = await accepted(askForCode(from(given, harness, '203.0.113.9'), customer.email))
    const code = await codeSentTo(harness, customer.email)
    const other = await codeSentTo(harness, customer.email, 2)
    const body = { customer, code, code_token: token }
    const { status } = await book(given, startsOn()[0] ?? '', body)
    expect(status).toBe(code === other ? 201 : 403)
  })

  test('lets an address guess 30 times an hour on a page', async () => {
    const harness = await shared()
    const given = await given16(harness, verified)
    const guess = { email: ADA.email, code: '000000', code_token: 'guessed' }
    const statuses = []
    for (let n = 0; n < 32; n += 1)
      statuses.push((await given.open('POST', `${given.path}/sessions`, { body: guess })).status)
    expect(statuses).toEqual([...Array(30).fill(403), 429, 429])
  })
})

describe('customers of a clinic who share an address', () => {
  test('lets them make a hundred bookings in an hour', async () => {
    const given = await given16(await shared())
    const statuses = []
    for (let day = 0; day < 13; day += 1)
      for (const start of startsOn(day).slice(0, 8)) statuses.push((await book(given, start)).status)
    expect(statuses).toEqual(Array(104).fill(201))
  })
})

describe('a service type with a daily booking limit and many providers', () => {
  test('locks the day once for each of 60 customers who hold and book times at once', async () => {
    const harness = await shared()
    const api = harness.client()
    const providers = await Promise.all(Array.from({ length: 30 }, () => givenProvider(api)))
    const provider_ids = providers.map(({ id }) => id)
    const given = await givenPage(harness, { provider_ids, max_per_day: 1_000 })
    const customers = Array.from({ length: 60 }, (_, n) => ({
      ...from(given, harness, `198.51.100.${n}`),
      wanted: { provider_id: provider_ids[n % 30], start: startsOn()[Math.floor(n / 30)] },
    }))
    const connection = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
    await connection.createCollection('system.profile', { capped: true, size: 50_000_000 })
    await connection.db?.command({ profile: 2 })
    const held = await Promise.all(customers.map((one) => hold(one, one.wanted)))
    expect(held.map(({ status }) => status)).toEqual(Array(60).fill(201))
    const booked = await Promise.all(
      customers.map(({ open, path }, n) =>
        open('POST', path, { body: { hold_id: held[n]?.body.id, customer: somebody() } }),
      ),
    )
    expect(booked.map(({ status }) => status)).toEqual(Array(60).fill(201))
    await connection.db?.command({ profile: 0 })
    const locks = { ns: `${connection.name}.day_locks`, op: 'update' }
    expect(await connection.collection('system.profile').countDocuments(locks)).toBe(120)
    await connection.destroy()
  })
})
