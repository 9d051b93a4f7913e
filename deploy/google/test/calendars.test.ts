import { ANN, aGoogle, calendarOf, failureOf } from './util.ts'

describe('calendars', () => {
  test('are listed by page, with the role of the account', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const work = google.createCalendar(ANN, { summary: 'Work', timeZone: 'Europe/Lisbon' })
    google.createAccount('bob@example.test')
    google.shareCalendar('bob@example.test', ANN, 'reader')
    const first = await api.calendarList.list({ maxResults: 1 })
    expect(first.data.items).toMatchObject([{ id: ANN, primary: true, accessRole: 'owner' }])
    const pageToken = first.data.nextPageToken as string
    const { data } = await api.calendarList.list({ maxResults: 2, pageToken })
    expect(data.nextPageToken).toBeUndefined()
    expect(data.items).toMatchObject([
      { id: work, summary: 'Work', timeZone: 'Europe/Lisbon', accessRole: 'owner' },
      { id: 'bob@example.test', accessRole: 'reader' },
    ])
    expect(data.items?.[0]?.primary).toBeUndefined()
  })

  test('are listed with a 400 for a page token of another account or a parameter that is not supported', async () => {
    await using google = await aGoogle()
    google.createAccount('bob@example.test')
    google.createCalendar(ANN, { summary: 'Work' })
    const api = await calendarOf(google)
    const { data } = await api.calendarList.list({ maxResults: 1 })
    const bob = await calendarOf(google, 'bob@example.test')
    const invalid = { status: 400, reason: 'invalid' }
    const stolen = bob.calendarList.list({ pageToken: data.nextPageToken as string })
    expect(await failureOf(stolen)).toEqual(invalid)
    expect(await failureOf(api.calendarList.list({ minAccessRole: 'writer' }))).toEqual(invalid)
  })
})
