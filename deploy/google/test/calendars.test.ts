import { ANN, aGoogle, anHour, calendarOf, failureOf } from './util.ts'

describe('calendars', () => {
  test('are listed by page, and a sync token lists only the changed ones', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const work = google.createCalendar(ANN, { summary: 'Work', timeZone: 'Europe/Lisbon' })
    const first = await api.calendarList.list({ maxResults: 1 })
    expect(first.data.items?.[0]).toMatchObject({ id: ANN, primary: true, accessRole: 'owner' })
    const last = await api.calendarList.list({ maxResults: 1, pageToken: first.data.nextPageToken as string })
    expect(last.data.items?.[0]).toMatchObject({ id: work, summary: 'Work', timeZone: 'Europe/Lisbon' })
    const syncToken = last.data.nextSyncToken as string
    expect((await api.calendarList.list({ syncToken })).data.items).toEqual([])
    google.deleteCalendar(work)
    const { data } = await api.calendarList.list({ syncToken })
    expect(data.items).toMatchObject([{ id: work, deleted: true }])
    expect(await failureOf(api.events.list({ calendarId: work }))).toEqual({
      status: 404,
      reason: 'notFound',
    })
    const refused = api.calendarList.list({ syncToken, minAccessRole: 'owner' })
    expect(await failureOf(refused)).toEqual({ status: 400, reason: 'invalid' })
    google.expireSyncTokens()
    const expired = await failureOf(api.calendarList.list({ syncToken }))
    expect(expired).toEqual({ status: 410, reason: 'fullSyncRequired' })
  })

  test('are listed only with the requested access role', async () => {
    await using google = await aGoogle()
    google.createAccount('bob@example.test')
    google.shareCalendar('bob@example.test', ANN, 'reader')
    const api = await calendarOf(google)
    const ids = async (query: object) =>
      (await api.calendarList.list(query)).data.items?.map(({ id, accessRole }) => [id, accessRole])
    expect(await ids({})).toEqual([
      [ANN, 'owner'],
      ['bob@example.test', 'reader'],
    ])
    expect(await ids({ minAccessRole: 'writer' })).toEqual([[ANN, 'owner']])
    google.unshareCalendar('bob@example.test', ANN)
    expect(await ids({})).toEqual([[ANN, 'owner']])
  })

  test('give times in their new zone after the zone changes', async () => {
    await using google = await aGoogle()
    google.events(ANN).insert(anHour(9))
    const api = await calendarOf(google)
    expect((await api.calendars.get({ calendarId: 'primary' })).data).toMatchObject({
      timeZone: 'Europe/Berlin',
    })
    google.setTimeZone(ANN, 'Asia/Tokyo')
    expect((await api.calendars.get({ calendarId: 'primary' })).data).toMatchObject({
      timeZone: 'Asia/Tokyo',
    })
    const { data } = await api.events.list({ calendarId: ANN })
    expect(data.items?.[0]?.start?.dateTime).toBe('2026-12-01T18:00:00+09:00')
    const utc = await api.events.list({ calendarId: ANN, timeZone: 'UTC' })
    expect(utc.data.items?.[0]?.start?.dateTime).toBe('2026-12-01T09:00:00Z')
  })

  test('report as busy the joined times of all events that block time', async () => {
    await using google = await aGoogle()
    const events = google.events(ANN)
    events.insert(anHour(8))
    events.insert(anHour(9))
    events.insert(anHour(11, { transparency: 'transparent' }))
    events.insert(anHour(12, { eventType: 'workingLocation' }))
    events.insert(anHour(13, { attendees: [{ email: ANN, responseStatus: 'declined' }] }))
    events.insert(anHour(15, { eventType: 'outOfOffice' }))
    events.insert(anHour(17, { id: 'gone0' }))
    events.delete('gone0')
    const daily = {
      start: { dateTime: '2026-11-30T20:00:00', timeZone: 'UTC' },
      recurrence: ['RRULE:FREQ=DAILY'],
    }
    events.insert({ ...daily, end: { dateTime: '2026-11-30T21:00:00', timeZone: 'UTC' } })
    const api = await calendarOf(google)
    const requestBody = {
      timeMin: '2026-12-01T08:30:00Z',
      timeMax: '2026-12-02T00:00:00Z',
      items: [{ id: ANN }, { id: 'nobody@example.test' }],
    }
    const { data } = await api.freebusy.query({ requestBody })
    expect(data.calendars?.[ANN]?.busy).toEqual([
      { start: '2026-12-01T08:30:00Z', end: '2026-12-01T10:00:00Z' },
      { start: '2026-12-01T15:00:00Z', end: '2026-12-01T16:00:00Z' },
      { start: '2026-12-01T20:00:00Z', end: '2026-12-01T21:00:00Z' },
    ])
    expect(data.calendars?.['nobody@example.test']?.errors).toEqual([
      { domain: 'global', reason: 'notFound' },
    ])
  })
})
