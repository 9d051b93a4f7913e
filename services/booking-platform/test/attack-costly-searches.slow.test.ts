import type { Client } from '@usher/test-kit'
import { at, bookingOf, givenBooking, givenProvider, givenServiceType, shareHarness } from './harness.ts'
import { ADA, givenPage, hold, stranger } from './online-values.ts'
import { daily } from './standby-values.ts'

const shared = shareHarness()

const DAYTIME = { weekly_hours: daily('09:00', '17:00') }

/** A service type with a start every five minutes of 25 providers who never work: all of its horizon is searched. */
async function givenNeverFree(api: Client) {
  const providers = Array.from({ length: 25 }, (_, n) =>
    givenProvider(api, { name: `P ${n}`, weekly_hours: [] }),
  )
  const provider_ids = (await Promise.all(providers)).map(({ id }) => id)
  return await givenServiceType(api, { provider_ids, slot_step_minutes: 5, horizon_days: 365 })
}

const firstOf = (api: Client, type: { id: string }) =>
  api('GET', `/api/availability/first?service_type_id=${type.id}`)

/** How often an organisation may have it searched in a minute. */
const BUDGET = 20

async function statusesOf(count: number, ...given: Parameters<typeof firstOf>) {
  const statuses = []
  for (let n = 0; n < count; n += 1) statuses.push((await firstOf(...given)).status)
  return statuses
}

describe('attack: have all of the horizon searched, over and over', () => {
  test('by asking for the first time that is free: an organisation has a budget a minute, and others their own', async () => {
    const harness = await shared()
    const [api, other] = [harness.client(), harness.otherOrganization()]
    const type = await givenNeverFree(api)
    expect(await statusesOf(BUDGET + 1, api, type)).toEqual([...Array(BUDGET).fill(200), 429])
    expect((await firstOf(other, await givenNeverFree(other))).status).toBe(200)
  })

  test('by bookings that are refused: they are refused all the same, and the searches for others count', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenNeverFree(api)
    const book = () => api('POST', '/api/bookings', { body: bookingOf(type.id, at('09:00')) })
    const codes = []
    for (let n = 0; n < 30; n += 1) codes.push((await book()).body.code)
    expect(new Set(codes)).toEqual(new Set(['slot_unavailable']))
    expect(await statusesOf(BUDGET, api, type)).toContain(429)
  })

  test('by series whose visits all clash: the nearest times are named for five of them', async () => {
    const given = await givenPage(await shared(), { online_booking: { max_visits: 52 } }, DAYTIME)
    const body = {
      services: [{ service_type_id: given.type.id }],
      ...{ start: at('03:00'), recurrence: 'FREQ=DAILY;COUNT=7', customer: ADA },
    }
    const refused = await given.open('POST', `${given.path}/series`, { body })
    expect(refused.body.code).toBe('series_clash')
    const named = refused.body.clashes.map(({ nearest }: { nearest: unknown }) => nearest !== null)
    expect(named).toEqual([...Array(5).fill(true), false, false])
  })

  test('by holds that are refused: they count as holds do', async () => {
    const given = await givenPage(await shared(), {}, DAYTIME)
    const statuses = []
    for (let n = 0; n < 302; n += 1) statuses.push((await hold(given, { start: at('03:00') })).status)
    expect(statuses).toEqual([...Array(300).fill(409), 429, 429])
  })

  test('by asking where a booking can be moved to: an address has a budget a minute, and others their own', async () => {
    const harness = await shared()
    const { api, type } = await givenPage(harness, { slot_step_minutes: 5 })
    const { manage_url } = await givenBooking(api, bookingOf(type.id, at('09:00')))
    const query = new URLSearchParams({ from: at('00:00', 1), to: at('00:00', 15) })
    const path = `/public/bookings/${manage_url.split('/').at(-1)}/times?${query}`
    const statusFrom = async (address: string) => (await stranger(harness, address)('GET', path)).status
    let asked = 1
    while ((await statusFrom('192.0.2.1')) === 200 && asked < 300) asked += 1
    expect(asked).toBe(249)
    expect(await statusFrom('192.0.2.2')).toBe(200)
    // Nothing more is read for it, not even the page.
    query.set('service_type_id', type.id)
    const unknown = `/public/book/unknown/times?${query}`
    expect((await stranger(harness, '192.0.2.1')('GET', unknown)).status).toBe(429)
    expect((await stranger(harness, '192.0.2.2')('GET', unknown)).status).toBe(404)
  })
})
