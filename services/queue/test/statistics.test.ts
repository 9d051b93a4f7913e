import { operations } from '@usher/contracts'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { createStandingClock } from '@usher/test-kit'
import {
  givenGuest,
  givenOwnPlace,
  givenQueue,
  type Harness,
  startHarness,
  startInTheMorning,
} from './harness.ts'

let harness: Harness
beforeAll(async () => {
  // A running clock would add a slow machine's time to waits, and near midnight guests would be of two days.
  harness = await startHarness(createStandingClock())
  startInTheMorning(harness.clock)
})
afterAll(() => harness[Symbol.asyncDispose]())

/** One guest seated after 20 minutes, one notified after 10, one no-show, one who left, one removed, one waiting. */
async function givenVisits() {
  const api = harness.client()
  const queue = await givenQueue(api, { timezone: 'Asia/Tokyo', service_minutes: 5 })
  const guests: string[] = []
  for (const party_size of [1, 2, 3, 4, 5]) guests.push(await givenGuest(api, queue, { party_size }))
  const leaver = await givenOwnPlace(api, queue, { party_size: 6 })
  const [seated, notified, noShow, removed] = guests
  harness.clock.advance(10 * MINUTE_MS)
  await api('POST', `/v1/guests/${notified}/notify`)
  harness.clock.advance(10 * MINUTE_MS)
  await api('POST', `/v1/guests/${seated}/seat`)
  await api('POST', `/v1/guests/${notified}/seat`)
  await api('POST', `/v1/guests/${noShow}/no-show`)
  await api('DELETE', `/v1/guests/${removed}`)
  await harness.open()('POST', `${leaver}/leave`)
  return { api, queue, seated }
}

describe('the statistics of a queue', () => {
  test('counts each guest once by outcome, with the actual waits', async () => {
    const { api, queue, seated } = await givenVisits()
    const { status, body } = await api('GET', `/v1/queues/${queue}/statistics`)
    expect(status).toBe(200)
    expect(operations.getQueueStatistics.answer.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      queue_id: queue,
      timezone: 'Asia/Tokyo',
      arrivals: 6,
      guests: 21,
      seated: 2,
      no_show: 1,
      left: 1,
      removed: 1,
      in_line: 1,
    })
    expect(body.actual_wait).toEqual({ p50: 15, p90: 19, mean: 15, count: 2 })
    const outcomes = ({ seated, no_show, left, removed, in_line }: typeof body) =>
      seated + no_show + left + removed + in_line
    expect(body.hours.reduce((sum: number, hour: typeof body) => sum + outcomes(hour), 0)).toBe(6)
    const first = (await api('GET', `/v1/guests/${seated}`)).body
    const inTokyo = new Date(Date.parse(first.created_at) + 9 * 3_600_000)
    expect(body.days).toEqual([{ date: inTokyo.toISOString().slice(0, 10), arrivals: 6, guests: 21 }])
    expect(body.hours[0]).toMatchObject({ weekday: inTokyo.getUTCDay() || 7, hour: inTokyo.getUTCHours() })
  })

  test('statistics are 0 or null for a period before the first guest joined', async () => {
    const { api, queue } = await givenVisits()
    const query = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z'
    const { body } = await api('GET', `/v1/queues/${queue}/statistics?${query}`)
    expect(body).toMatchObject({ arrivals: 0, actual_wait: null, quote_error: null, days: [], hours: [] })
  })

  test.each([
    ['an end before the beginning', 'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'invalid_range'],
    ['half a year', 'from=2026-01-01T00:00:00Z&to=2026-07-01T00:00:00Z', 'range_too_long'],
    ['no time at all', 'from=yesterday', 'invalid_format'],
  ])('answers 400 when the period is %s', async (_, query, code) => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const { status, body } = await api('GET', `/v1/queues/${queue}/statistics?${query}`)
    expect([status, body.errors[0].code]).toEqual([400, code])
  })
})

describe('the export of guests', () => {
  test('exports one row for each guest, and no name or e-mail address as a formula', async () => {
    const { api, queue, seated } = await givenVisits()
    await givenGuest(api, queue, {
      name: '=HYPERLINK("http://evil.test")',
      phone: '+14155552671',
      email: '=cmd@evil.test',
    })
    // An export ends before the present moment.
    harness.clock.advance(1)
    const { headers, body } = await api('GET', `/v1/queues/${queue}/guests/export`)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = body.trimEnd().split('\r\n')
    expect(lines).toHaveLength(8)
    expect(lines[0]?.replaceAll('"', '')).toBe(
      'id,name,phone,party_size,status,notes,quoted_wait,actual_wait,created_at,notified_at,seated_at,no_show_at,removed_at,tags,email',
    )
    expect(lines[1]).toContain(`"${seated}","Ada","","1","seated","",`)
    expect(lines[7]).toContain(`"'=HYPERLINK(""http://evil.test"")","+14155552671",`)
    expect(lines[7]).toMatch(/,"'=cmd@evil\.test"/)
  })

  test('begins with EF BB BF for Excel, if asked', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const bytes = async (query: string) => {
      const { body } = await api('GET', `/v1/queues/${queue}/guests/export${query}`)
      return Buffer.from(body).subarray(0, 4).toString('hex')
    }
    expect(await bytes('?bom=true')).toBe('efbbbf22')
    expect(await bytes('')).toBe('22696422')
  })

  test('exports notes of several lines in one cell, and none of the lines as a formula', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    for (const notes of ['late\n=1+1', 'late\r=1+1', 'late\r\n=1+1']) await givenGuest(api, queue, { notes })
    harness.clock.advance(1)
    const { body } = await api('GET', `/v1/queues/${queue}/guests/export`)
    for (const brk of ['\n', '\r', '\r\n']) expect(body).toContain(`,"waiting","late${brk}'=1+1",`)
  })

  test('answers 404 to another organisation, for the export and the statistics', async () => {
    const { queue } = await givenVisits()
    const other = harness.otherOrganization()
    expect((await other('GET', `/v1/queues/${queue}/guests/export`)).status).toBe(404)
    expect((await other('GET', `/v1/queues/${queue}/statistics`)).status).toBe(404)
  })
})
