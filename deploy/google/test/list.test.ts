import { createFakeClock } from '@usher/test-kit'
import { ANN, aGoogle, anHour, calendarOf, failureOf } from './util.ts'

const DAY_MS = 86_400_000

describe('listing events', () => {
  test('pages list every event once, and only the last page has a sync token', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    for (let hour = 0; hour < 7; hour++) google.events(ANN).insert(anHour(hour))
    const seen: string[] = []
    let pageToken: string | undefined
    const tokens: unknown[] = []
    do {
      const { data } = await api.events.list({
        calendarId: ANN,
        maxResults: 3,
        ...(pageToken ? { pageToken } : {}),
      })
      seen.push(...(data.items ?? []).map(({ summary }) => summary ?? ''))
      tokens.push(data.nextSyncToken)
      pageToken = data.nextPageToken ?? undefined
    } while (pageToken)
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6].map((hour) => `At ${hour}`))
    expect(tokens).toEqual([undefined, undefined, expect.any(String)])
  })

  test('the sync token of the last page lists a change made between two pages', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    for (let hour = 0; hour < 4; hour++) google.events(ANN).insert(anHour(hour, { id: `hour${hour}` }))
    const first = await api.events.list({ calendarId: ANN, maxResults: 2 })
    google.events(ANN).delete('hour3')
    google.events(ANN).retitle('hour0', 'Changed')
    const pageToken = first.data.nextPageToken as string
    const last = await api.events.list({ calendarId: ANN, maxResults: 2, pageToken })
    const again = await api.events.list({ calendarId: ANN, maxResults: 2, pageToken })
    expect(again.data.items).toEqual(last.data.items)
    const { data } = await api.events.list({ calendarId: ANN, syncToken: last.data.nextSyncToken as string })
    expect(data.items?.map(({ id, status }) => [id, status])).toEqual([
      ['hour3', 'cancelled'],
      ['hour0', 'confirmed'],
    ])
  })

  test('a deleted event is listed only as a change, and then without its content', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    google.events(ANN).insert(anHour(9, { id: 'secret0' }))
    const before = await api.events.list({ calendarId: ANN })
    google.events(ANN).delete('secret0')
    expect((await api.events.list({ calendarId: ANN })).data.items).toEqual([])
    const syncToken = before.data.nextSyncToken as string
    const { data } = await api.events.list({ calendarId: ANN, syncToken })
    const etag = expect.any(String)
    expect(data.items).toEqual([{ kind: 'calendar#event', etag, id: 'secret0', status: 'cancelled' }])
  })

  test('filters select events, and only a range of times leaves a sync token', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const own = { extendedProperties: { private: { bk: 'b1', env: 'x=y' } } }
    google.events(ANN).insert(anHour(9, own))
    google.events(ANN).insert(anHour(8, { iCalUID: 'imported' }))
    const titles = async (query: object) => {
      const { data } = await api.events.list({ calendarId: ANN, ...query })
      return [data.items?.map(({ summary }) => summary), data.nextSyncToken !== undefined]
    }
    expect(await titles({ privateExtendedProperty: ['bk=b1', 'env=x=y'] })).toEqual([['At 9'], false])
    expect(await titles({ privateExtendedProperty: ['bk=b1', 'env=z'] })).toEqual([[], false])
    expect(await titles({ iCalUID: 'imported' })).toEqual([['At 8'], false])
    const range = { timeMin: '2026-12-01T09:00:00Z', timeMax: '2026-12-01T10:00:00+00:00' }
    expect(await titles(range)).toEqual([['At 9'], true])
  })

  test.each([
    ['timeMin', { timeMin: '2026-12-01T00:00:00Z' }],
    ['timeMax', { timeMax: '2026-12-01T00:00:00Z' }],
    ['iCalUID', { iCalUID: 'x' }],
    ['privateExtendedProperty', { privateExtendedProperty: ['a=b'] }],
    ['another singleEvents', { singleEvents: true }],
  ])('answers 400 to a sync token with %s', async (_what, more) => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const { data } = await api.events.list({ calendarId: ANN })
    const call = api.events.list({ calendarId: ANN, syncToken: data.nextSyncToken as string, ...more })
    expect(await failureOf(call)).toEqual({ status: 400, reason: 'invalid' })
  })

  test.each([
    ['a parameter that is not supported', { orderBy: 'startTime' }, 400, 'invalid'],
    ['a property without a value', { privateExtendedProperty: ['a'] }, 400, 'invalid'],
    [
      'an empty range',
      { timeMin: '2026-12-02T00:00:00Z', timeMax: '2026-12-01T00:00:00Z' },
      400,
      'timeRangeEmpty',
    ],
    ['a time without offset', { timeMin: '2026-12-02T00:00:00' }, 400, 'badRequest'],
    ['a made-up sync token', { syncToken: 'abc' }, 400, 'invalid'],
    ['a made-up page token', { pageToken: 'abc' }, 400, 'invalid'],
  ])('refuses %s', async (_what, query, status, reason) => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    expect(await failureOf(api.events.list({ calendarId: ANN, ...query }))).toEqual({ status, reason })
  })

  test('a sync token of a month ago answers 410 fullSyncRequired', async () => {
    const clock = createFakeClock()
    await using google = await aGoogle({ clock })
    const api = await calendarOf(google)
    const { data } = await api.events.list({ calendarId: ANN })
    clock.advance(29 * DAY_MS)
    const client = await calendarOf(google)
    const call = client.events.list({ calendarId: ANN, syncToken: data.nextSyncToken as string })
    expect(await failureOf(call)).toEqual({ status: 410, reason: 'fullSyncRequired' })
  })

  test('10,000 events are listed in four pages, and a sync takes one request', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const events = google.events(ANN)
    for (let index = 0; index < 10_000; index++) events.insert(anHour(index % 23, { id: `bulk${index}` }))
    google.requests.clear()
    let count = 0
    let pageToken: string | undefined
    let syncToken: string | undefined
    do {
      const query = {
        calendarId: ANN,
        singleEvents: true,
        maxResults: 2_500,
        timeMin: '2026-01-01T00:00:00Z',
      }
      const { data } = await api.events.list({ ...query, ...(pageToken ? { pageToken } : {}) })
      count += data.items?.length ?? 0
      pageToken = data.nextPageToken ?? undefined
      syncToken = data.nextSyncToken ?? undefined
    } while (pageToken)
    expect(count).toBe(10_000)
    expect(google.requests.count('GET', /events$/)).toBe(4)
    events.retitle('bulk5000', 'Changed')
    const { data } = await api.events.list({
      calendarId: ANN,
      singleEvents: true,
      syncToken: syncToken as string,
    })
    expect(data.items?.map(({ summary }) => summary)).toEqual(['Changed'])
  })
})
