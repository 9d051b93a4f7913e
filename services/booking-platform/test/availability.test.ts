import type { Slot } from '@usher/contracts'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import {
  accepted,
  at,
  bookingOf,
  givenBooking,
  givenProvider,
  givenServiceType,
  ifNoneMatch,
  shareHarness,
  startHarness,
} from './harness.ts'
import { iso, monthStart, openLedgers } from './ledger-values.ts'

const shared = shareHarness()

const startsOf = (slots: readonly Slot[]) => slots.map(({ start }) => start)

describe('availability of a service type', () => {
  test('answers 304 while nothing has changed, and new slots after a booking', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    const path = `/api/availability?service_type_id=${type.id}&from=${at('09:00')}&to=${at('11:00')}`
    const first = await api('GET', path)
    const headers = ifNoneMatch(first)
    expect((await api('GET', path, { headers })).status).toBe(304)
    await givenBooking(api, bookingOf(type.id, at('10:00')))
    const after = await api('GET', path, { headers })
    expect(startsOf(after.body.data)).toEqual([at('09:00'), at('09:30'), at('10:30')])
  })

  test('reads plain dates as days of the requested time zone', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api, { duration_minutes: 60 })
    const [from, to] = [at('00:00', 3).slice(0, 10), at('00:00', 4).slice(0, 10)]
    const path = `/api/availability?service_type_id=${type.id}&from=${from}&to=${to}&timezone=Asia/Kathmandu`
    const slots: Slot[] = (await api('GET', path)).body.data
    // Midnight there is 18:15 in UTC, and hours begin with those of UTC.
    expect([slots[0]?.start, slots.at(-1)?.start]).toEqual([at('19:00', 2), at('18:00', 3)])
  })

  test('offers only starts within notice and horizon, and only durations that the type has', async () => {
    const harness = await shared()
    const api = harness.client()
    const limits = { min_notice_minutes: 3 * 1440, horizon_days: 5, duration_options: [90] }
    const type = await givenServiceType(api, limits)
    const path = `/api/availability?service_type_id=${type.id}&duration=90&from=${at('00:00', 0)}&to=${at('00:00', 30)}`
    const slots: Slot[] = (await api('GET', path)).body.data
    const days = (start: string) => (Date.parse(start) - Date.now()) / 86_400_000
    expect(days(slots[0]?.start ?? '')).toBeGreaterThan(2.99)
    expect(slots.at(-1)?.start).toBe(at('23:30', 5))
    expect(Date.parse(slots[0]?.end ?? '') - Date.parse(slots[0]?.start ?? '')).toBe(90 * 60_000)
    const early = await api('POST', '/api/bookings', { body: bookingOf(type.id, at('09:00', 1)) })
    expect(early.body.errors).toMatchObject([{ code: 'too_soon' }])
    const other = await api('GET', path.replace('duration=90', 'duration=45'))
    expect(other.body).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '?duration' }] })
  })

  test.each([
    ['to before from', at('10:00'), at('09:00')],
    ['more than 62 days', at('10:00'), at('11:00', 65)],
  ])('answers 400 for the range %s', async (_, from, to) => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    const { body } = await api('GET', `/api/availability?service_type_id=${type.id}&from=${from}&to=${to}`)
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '?from' }] })
  })

  test('answers 400 with the longest allowed range when too many providers and starts are searched', async () => {
    const harness = await shared()
    const api = harness.client()
    const provider_ids = []
    for (let i = 0; i < 16; i += 1) provider_ids.push((await givenProvider(api, { weekly_hours: [] })).id)
    const type = await givenServiceType(api, { provider_ids, duration_minutes: 5 })
    const path = `/api/availability?service_type_id=${type.id}&from=${at('00:00')}`
    const { body } = await api('GET', `${path}&to=${at('00:00', 62)}`)
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '?from' }] })
    expect(body.errors[0].message).toContain('54 days')
    expect((await api('GET', `${path}&to=${at('00:00', 56)}`)).status).toBe(200)
    const one = await api('GET', `${path}&to=${at('00:00', 62)}&provider_id=${provider_ids[0]}`)
    expect(one.status).toBe(200)
  })

  test('the first free time is found however far ahead, and is null when there is none', async () => {
    const harness = await shared()
    const api = harness.client()
    const windows = [{ start: '09:00', end: '10:00' }]
    const date = at('00:00', 40).slice(0, 10)
    const provider = await givenProvider(api, { weekly_hours: [], overrides: [{ date, windows }] })
    const type = await givenServiceType(api, { provider_ids: [provider.id] })
    const path = `/api/availability/first?service_type_id=${type.id}`
    expect((await api('GET', path)).body.data.start).toBe(at('09:00', 40))
    const time_off = [{ start: at('00:00', 40), end: at('12:00', 40) }]
    await accepted(api('PATCH', `/api/providers/${provider.id}`, { body: { time_off } }))
    expect((await api('GET', path)).body.data).toBeNull()
  })

  test('a long search for the first free time returns next_from, and a second request finds it', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    const date = at('00:00', 300).slice(0, 10)
    const overrides = [{ date, windows: [{ start: '09:00', end: '10:00' }] }]
    const provider_ids: string[] = []
    for (let i = 0; i < 20; i += 1) {
      provider_ids.push((await givenProvider(api, { weekly_hours: [], ...(i === 0 && { overrides }) })).id)
    }
    const type = await givenServiceType(api, { provider_ids, duration_minutes: 5, horizon_days: 365 })
    const path = `/api/availability/first?service_type_id=${type.id}`
    let [from, asked] = ['', 0]
    for (;;) {
      const { data, next_from } = await accepted(api('GET', path + from))
      asked += 1
      if (next_from === null) {
        expect(data.start).toBe(at('09:00', 300))
        break
      }
      expect(data).toBeNull()
      from = `&from=${next_from}`
    }
    // 250,000 starts by 288 a day and 20 providers are 43 days, of which four times as many are looked through.
    expect(asked).toBe(2)
    expect((await api('GET', `${path}&from=${at('00:00', 320)}`)).body).toMatchObject({
      data: null,
      next_from: null,
    })
  })

  test.each(['buffer_before_minutes', 'buffer_after_minutes'])(
    'a %s of a day blocks starts a day before and after a booking',
    async (buffer) => {
      const harness = await shared()
      const api = harness.client()
      const type = await givenServiceType(api, { duration_minutes: 60, [buffer]: 1440 })
      await givenBooking(api, bookingOf(type.id, at('00:00', 10)))
      const refusal = async (start: string) => {
        const to = new Date(Date.parse(start) + 3_600_000).toISOString()
        const path = `/api/availability?service_type_id=${type.id}&from=${start}&to=${to}`
        expect((await api('GET', path)).body.data).toEqual([])
        return (await api('POST', '/api/bookings', { body: bookingOf(type.id, start) })).body.errors
      }
      for (const start of [at('00:00', 9), at('00:00', 11)])
        expect(await refusal(start)).toMatchObject([{ code: 'buffer' }])
      await givenBooking(api, bookingOf(type.id, at('23:00', 8)))
      await givenBooking(api, bookingOf(type.id, at('01:00', 11)))
    },
  )

  test('a provider with 20,000 bookings in a month takes no more until one ends', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api, { capacity: 1_000, horizon_days: 365, duration_minutes: 5 })
    const [providerId = ''] = type.provider_ids
    const from = monthStart()
    const entries = Array.from({ length: 20_000 }, (_, i) => {
      const start = from + Math.floor(i / 10) * 300_000
      const span = { start, end: start + 300_000, bufferedStart: start, bufferedEnd: start + 300_000 }
      return { by: `bk_${i}`, type: type.id, ...span, seats: 1, expires: null }
    })
    await givenBooking(api, bookingOf(type.id, iso(from + 20 * DAY_MS)))
    await using store = await openLedgers(harness.config)
    const fill = (busy: typeof entries, revision: number) =>
      store.ledgers.updateOne({ _id: `${providerId} ${iso(from).slice(0, 7)}` }, { $set: { busy, revision } })
    await fill(entries, 9)
    const path = `/api/availability?service_type_id=${type.id}&from=${iso(from - DAY_MS)}&to=${iso(from + DAY_MS)}`
    const found = (await api('GET', path)).body.data
    expect([found.length, found.at(-1).end]).toEqual([288, iso(from)])
    const wanted = bookingOf(type.id, iso(from + 540 * MINUTE_MS))
    const refused = await api('POST', '/api/bookings', { body: wanted })
    expect(refused.body.errors).toMatchObject([{ code: 'provider_full' }])
    await givenBooking(api, bookingOf(type.id, iso(from - 5 * MINUTE_MS)))
    await fill(entries.slice(1), 10)
    const { data } = (await api('GET', path)).body
    expect([data.length, data[288].seats_left, data[289].seats_left]).toEqual([2 * 288, 991, 990])
    await givenBooking(api, wanted)
    expect((await api('GET', path)).body.data).toHaveLength(288)
  })

  test('explain names for every provider the rules that prevent a booking', async () => {
    const harness = await shared()
    const api = harness.client()
    const busy = await givenProvider(api)
    const off = await givenProvider(api, { time_off: [{ start: at('00:00'), end: at('23:00') }] })
    const away = await givenProvider(api, { weekly_hours: [] })
    const gone = await givenProvider(api, { active: false })
    const provider_ids = [busy, off, away, gone].map(({ id }) => id)
    const type = await givenServiceType(api, { provider_ids, buffer_after_minutes: 30 })
    await givenBooking(api, bookingOf(type.id, at('09:00'), { provider_id: busy.id }))
    const path = `/api/availability/explain?service_type_id=${type.id}`
    const explained = (await api('GET', `${path}&start=${at('09:30')}`)).body
    expect(explained.available).toBe(false)
    const rules = Object.fromEntries(
      explained.providers.map((one: { provider_id: string; rules: string[] }) => [
        one.provider_id,
        one.rules,
      ]),
    )
    expect(rules).toEqual({
      [busy.id]: ['buffer'],
      [off.id]: ['time_off'],
      [away.id]: ['outside_hours'],
      [gone.id]: ['inactive'],
    })
    const free = (await api('GET', `${path}&start=${at('10:00')}&provider_id=${busy.id}`)).body
    expect(free).toMatchObject({ available: true, providers: [{ rules: [], seats_left: 1 }] })
  })

  test('lists the least busy provider first, and the most seats that one provider has left', async () => {
    const harness = await shared()
    const api = harness.client()
    const [first, second] = [await givenProvider(api), await givenProvider(api)]
    const type = await givenServiceType(api, { provider_ids: [first.id, second.id], capacity: 2 })
    await givenBooking(api, bookingOf(type.id, at('09:00'), { provider_id: first.id }))
    const path = `/api/availability?service_type_id=${type.id}&from=${at('09:00')}&to=${at('10:00')}`
    expect((await api('GET', path)).body.data).toEqual([
      { start: at('09:00'), end: at('09:30'), provider_ids: [second.id, first.id], seats_left: 2 },
      { start: at('09:30'), end: at('10:00'), provider_ids: [second.id, first.id], seats_left: 2 },
    ])
    const forTwo = (await api('GET', `${path}&seats=2`)).body.data
    expect(forTwo[0].provider_ids).toEqual([second.id])
  })
})
