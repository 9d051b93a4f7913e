import { ANN, aGoogle, anHour, calendarOf, failureOf } from './util.ts'

describe('events.list', () => {
  test('a sync token lists exactly the events created, changed and deleted since', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    google.events(ANN).insert(anHour(8, { id: 'there' }))
    google.events(ANN).insert(anHour(9, { id: 'moved' }))
    google.events(ANN).insert(anHour(10, { id: 'leaves' }))
    const first = await api.events.list({ calendarId: 'primary', singleEvents: true })
    expect(first.data.items).toHaveLength(3)

    google.events(ANN).move('moved', '2026-12-02T09:00:00Z')
    google.events(ANN).delete('leaves')
    const inserted = await api.events.insert({ calendarId: ANN, requestBody: anHour(12, { id: 'comes' }) })
    const next = await api.events.list({
      calendarId: ANN,
      singleEvents: true,
      syncToken: first.data.nextSyncToken as string,
    })

    expect(next.data.items?.map(({ id, status }) => [id, status])).toEqual([
      ['moved', 'confirmed'],
      ['leaves', 'cancelled'],
      ['comes', 'confirmed'],
    ])
    expect(next.data.items?.[2]?.etag).toBe(inserted.data.etag)
    expect(next.data.items?.[0]?.end?.dateTime).toBe('2026-12-02T11:00:00+01:00')
    const last = await api.events.list({
      calendarId: ANN,
      singleEvents: true,
      syncToken: next.data.nextSyncToken as string,
    })
    expect(last.data.items).toEqual([])
  })

  test('an expired sync token answers 410 fullSyncRequired', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const { data } = await api.events.list({ calendarId: ANN })
    google.expireSyncTokens()

    const failure = await failureOf(
      api.events.list({ calendarId: ANN, syncToken: data.nextSyncToken as string }),
    )

    expect(failure).toEqual({ status: 410, reason: 'fullSyncRequired' })
  })
})
