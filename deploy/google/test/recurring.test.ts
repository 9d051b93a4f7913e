import { ANN, aGoogle, calendarOf } from './util.ts'

const at = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Berlin' })

/** Every Monday and Thursday at nine in Berlin, around the end of summer time on 25 October 2026. */
const series = {
  id: 'series',
  summary: 'Shift',
  start: at('2026-10-19T09:00:00'),
  end: at('2026-10-19T10:00:00'),
  recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO,TH;COUNT=4'],
}

const secondId = 'series_20261022T070000Z'

async function aSeries() {
  const google = await aGoogle()
  google.events(ANN).insert(series)
  const api = await calendarOf(google)
  const list = async (query: object = { singleEvents: true }) => {
    const { data } = await api.events.list({ calendarId: ANN, ...query })
    return { items: data.items ?? [], syncToken: data.nextSyncToken ?? '' }
  }
  return { google, api, list, [Symbol.asyncDispose]: () => google[Symbol.asyncDispose]() }
}

describe('recurring events', () => {
  test('instances keep their local time over the end of summer time', async () => {
    await using given = await aSeries()
    const { items } = await given.list()
    expect(items.map(({ id, start }) => [id, start?.dateTime])).toEqual([
      ['series_20261019T070000Z', '2026-10-19T09:00:00+02:00'],
      [secondId, '2026-10-22T09:00:00+02:00'],
      ['series_20261026T080000Z', '2026-10-26T09:00:00+01:00'],
      ['series_20261029T080000Z', '2026-10-29T09:00:00+01:00'],
    ])
    expect(items[1]).toMatchObject({
      recurringEventId: 'series',
      originalStartTime: { dateTime: '2026-10-22T09:00:00+02:00' },
      end: { dateTime: '2026-10-22T10:00:00+02:00' },
    })
    expect(items[1]?.recurrence).toBeUndefined()
  })

  test('without expansion, a range that contains an instance lists only the series', async () => {
    await using given = await aSeries()
    const range = { timeMin: '2026-10-26T00:00:00Z', timeMax: '2026-10-27T00:00:00Z' }
    const { items } = await given.list(range)
    expect(items.map(({ id, recurrence }) => [id, recurrence])).toEqual([['series', series.recurrence]])
    const empty = { timeMin: '2026-10-27T00:00:00Z', timeMax: '2026-10-28T00:00:00Z' }
    expect((await given.list(empty)).items).toEqual([])
    const single = await given.list({ ...range, singleEvents: true })
    expect(single.items.map(({ id }) => id)).toEqual(['series_20261026T080000Z'])
  })

  test.each([
    ['a last day', ['RRULE:FREQ=DAILY;UNTIL=20261021T070000Z'], 3],
    ['an interval', ['RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2'], 2],
    ['no end', ['RRULE:FREQ=DAILY'], 730],
  ])('a series with %s has the right number of instances', async (_what, recurrence, count) => {
    await using given = await aSeries()
    given.google.events(ANN).edit('series', { recurrence })
    expect((await given.list({ singleEvents: true, maxResults: 2_500 })).items).toHaveLength(count)
  })

  test('instances of an all-day series have dates', async () => {
    await using given = await aSeries()
    given.google.events(ANN).delete('series')
    const day = { start: { date: '2026-10-24' }, end: { date: '2026-10-25' } }
    given.google.events(ANN).insert({ id: 'dags0', ...day, recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] })
    const { items } = await given.list()
    expect(items.map(({ id, start, end }) => [id, start, end])).toEqual([
      ['dags0_20261024', { date: '2026-10-24' }, { date: '2026-10-25' }],
      ['dags0_20261025', { date: '2026-10-25' }, { date: '2026-10-26' }],
    ])
  })

  test('a moved instance changes on its own, and a sync lists only that instance', async () => {
    await using given = await aSeries()
    const { syncToken } = await given.list()
    const patch = { start: at('2026-10-22T14:00:00'), end: at('2026-10-22T15:00:00') }
    await given.api.events.patch({ calendarId: ANN, eventId: secondId, requestBody: patch })
    const changed = await given.list({ singleEvents: true, syncToken })
    expect(changed.items).toHaveLength(1)
    expect(changed.items[0]).toMatchObject({
      id: secondId,
      start: { dateTime: '2026-10-22T14:00:00+02:00' },
      originalStartTime: { dateTime: '2026-10-22T09:00:00+02:00' },
    })
    const { items } = await given.list()
    expect(items).toHaveLength(4)
    expect(items.map(({ start }) => start?.dateTime)).toContain('2026-10-22T14:00:00+02:00')
  })

  test('a cancelled instance is listed as cancelled with its series and original start', async () => {
    await using given = await aSeries()
    const { syncToken } = await given.list()
    await given.api.events.delete({ calendarId: ANN, eventId: secondId })
    const { items } = await given.list({ singleEvents: true, syncToken })
    expect(items).toEqual([
      {
        kind: 'calendar#event',
        etag: expect.any(String),
        id: secondId,
        status: 'cancelled',
        recurringEventId: 'series',
        originalStartTime: { dateTime: '2026-10-22T09:00:00+02:00', timeZone: 'Europe/Berlin' },
      },
    ])
    expect((await given.list()).items).toHaveLength(3)
    // "Cancelled instances … will still be included if showDeleted and singleEvents are both False."
    expect((await given.list({})).items.map(({ id }) => id)).toEqual(['series', secondId])
  })

  test('a sync cancels the instances removed by shortening or deleting the series', async () => {
    await using given = await aSeries()
    const first = await given.list()
    given.google.events(ANN).edit('series', { recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO,TH;COUNT=3'] })
    const shorter = await given.list({ singleEvents: true, syncToken: first.syncToken })
    const told = (items: typeof shorter.items) => items.map(({ id, status }) => [id, status])
    expect(told(shorter.items)).toEqual([
      ['series_20261019T070000Z', 'confirmed'],
      [secondId, 'confirmed'],
      ['series_20261026T080000Z', 'confirmed'],
      ['series_20261029T080000Z', 'cancelled'],
    ])
    given.google.events(ANN).delete('series')
    const none = await given.list({ singleEvents: true, syncToken: shorter.syncToken })
    expect(none.items.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    const { items } = await given.list({})
    expect(items).toEqual([])
  })
})
