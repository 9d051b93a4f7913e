import { createFakeClock } from '@usher/test-kit'
import { ANN, aGoogle, anHour, calendarOf, failureOf } from './util.ts'

describe('writing events', () => {
  test('changes the etag with every write, and the time of the last change', async () => {
    const clock = createFakeClock()
    await using google = await aGoogle({ clock })
    const api = await calendarOf(google)
    const inserted = await api.events.insert({ calendarId: 'primary', requestBody: anHour(9) })
    const eventId = inserted.data.id as string
    expect(inserted.data).toMatchObject({
      kind: 'calendar#event',
      status: 'confirmed',
      summary: 'At 9',
      start: { dateTime: '2026-12-01T10:00:00+01:00' },
      organizer: { email: ANN, self: true },
      iCalUID: `${eventId}@google.com`,
      sequence: 0,
    })
    clock.advance(1_000)
    const patched = await api.events.patch({ calendarId: ANN, eventId, requestBody: { summary: 'Other' } })
    expect(patched.data.etag).not.toBe(inserted.data.etag)
    expect(Date.parse(patched.data.updated ?? '')).toBeGreaterThan(Date.parse(inserted.data.updated ?? ''))
    expect(patched.data.sequence).toBe(0)
    const moved = await api.events.patch({ calendarId: ANN, eventId, requestBody: anHour(11) })
    expect(moved.data).toMatchObject({ sequence: 1, summary: 'At 11' })
    expect((await api.events.get({ calendarId: ANN, eventId })).data).toEqual(moved.data)
  })

  test('a patch merges objects, removes fields set to null and replaces arrays', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const before = anHour(9, {
      id: 'patched',
      location: 'Here',
      extendedProperties: { private: { bk: '1', rev: '1' } },
      attendees: [{ email: ANN }, { email: 'bob@example.test' }],
    })
    await api.events.insert({ calendarId: ANN, requestBody: before })
    const { data } = await api.events.patch({
      calendarId: ANN,
      eventId: 'patched',
      requestBody: {
        location: null,
        extendedProperties: { private: { rev: '2' } },
        attendees: [{ email: ANN, responseStatus: 'declined' }],
      },
    })
    expect(data.location).toBeUndefined()
    expect(data.extendedProperties).toEqual({ private: { bk: '1', rev: '2' } })
    expect(data.attendees).toEqual([{ email: ANN, self: true, responseStatus: 'declined' }])
  })

  test('patch and delete answer 412 for an outdated If-Match', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const { data } = await api.events.insert({ calendarId: ANN, requestBody: anHour(9, { id: 'guarded' }) })
    google.events(ANN).retitle('guarded', 'Changed by hand')
    const old = { headers: { 'If-Match': data.etag as string } }
    const one = { calendarId: ANN, eventId: 'guarded' }
    const unmet = { status: 412, reason: 'conditionNotMet' }
    expect(await failureOf(api.events.patch({ ...one, requestBody: { summary: 'X' } }, old))).toEqual(unmet)
    expect(await failureOf(api.events.delete(one, old))).toEqual(unmet)
    const current = await api.events.get(one)
    expect(current.data.summary).toBe('Changed by hand')
    await api.events.delete(one, { headers: { 'If-Match': current.data.etag as string } })
  })

  test('deleting an event again answers 410, its id stays taken, and it can be restored', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const one = { calendarId: ANN, eventId: 'gone0' }
    await api.events.insert({ calendarId: ANN, requestBody: anHour(9, { id: 'gone0' }) })
    const taken = { status: 409, reason: 'duplicate' }
    const again = () =>
      failureOf(api.events.insert({ calendarId: ANN, requestBody: anHour(9, { id: 'gone0' }) }))
    expect(await again()).toEqual(taken)
    await api.events.delete(one)
    expect(await failureOf(api.events.delete(one))).toEqual({ status: 410, reason: 'deleted' })
    expect(await again()).toEqual(taken)
    expect((await api.events.get(one)).data).toMatchObject({ status: 'cancelled', summary: 'At 9' })
    google.events(ANN).restore('gone0')
    expect((await api.events.get(one)).data.status).toBe('confirmed')
  })

  test.each([
    ['an id with other letters', { id: 'wxyz0' }, 'invalid'],
    ['an id that is short', { id: 'abcd' }, 'invalid'],
    ['no end', { end: undefined }, 'required'],
    ['an end before the start', { end: { dateTime: '2026-12-01T08:00:00Z' } }, 'timeRangeEmpty'],
    ['a day and an instant', { end: { date: '2026-12-02' } }, 'invalid'],
    ['both of one time', { start: { date: '2026-12-01', dateTime: '2026-12-01T09:00:00Z' } }, 'invalid'],
    ['a local time without zone', { start: { dateTime: '2026-12-01T09:00:00' } }, 'required'],
    ['an unknown zone', { start: { dateTime: '2026-12-01T09:00:00', timeZone: 'Mars/One' } }, 'invalid'],
    ['a recurrence without zone', { recurrence: ['RRULE:FREQ=DAILY'] }, 'required'],
    ['a rule that is none', { recurrence: ['FREQ=DAILY'] }, 'invalid'],
    ['an unknown type', { eventType: 'party' }, 'invalid'],
  ])('answers 400 to an event with %s', async (_what, wrong, reason) => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const call = api.events.insert({ calendarId: ANN, requestBody: { ...anHour(9), ...wrong } as object })
    expect(await failureOf(call)).toEqual({ status: 400, reason })
  })

  test('refuses a patch with a sequence below the current one', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    google.events(ANN).insert(anHour(9, { id: 'numbered' }))
    google.events(ANN).move('numbered', '2026-12-01T10:00:00Z')
    const old = api.events.patch({
      calendarId: ANN,
      eventId: 'numbered',
      requestBody: anHour(9, { sequence: 0 }),
    })
    expect(await failureOf(old)).toEqual({ status: 400, reason: 'invalid' })
  })

  test('an all-day event has dates, and filters find it by the zone of its calendar', async () => {
    await using google = await aGoogle()
    const api = await calendarOf(google)
    const day = { summary: 'Fair', start: { date: '2026-12-01' }, end: { date: '2026-12-03' } }
    const { data } = await api.events.insert({ calendarId: ANN, requestBody: day })
    expect([data.start, data.end]).toEqual([{ date: '2026-12-01' }, { date: '2026-12-03' }])
    const within = (timeMin: string, timeMax: string) =>
      api.events.list({ calendarId: ANN, timeMin, timeMax })
    const lastHour = ['2026-12-02T22:30:00Z', '2026-12-02T23:30:00Z'] as const
    const nextHour = ['2026-12-02T23:00:00Z', '2026-12-02T23:30:00Z'] as const
    expect((await within(...lastHour)).data.items).toHaveLength(1)
    expect((await within(...nextHour)).data.items).toHaveLength(0)
  })

  test('answers 403 to a reader of the calendar and 404 to an account without a role', async () => {
    await using google = await aGoogle()
    google.createAccount('bob@example.test')
    const bob = await calendarOf(google, 'bob@example.test')
    const insert = () => failureOf(bob.events.insert({ calendarId: ANN, requestBody: anHour(9) }))
    expect(await insert()).toEqual({ status: 404, reason: 'notFound' })
    google.shareCalendar(ANN, 'bob@example.test', 'reader')
    expect(await insert()).toEqual({ status: 403, reason: 'requiredAccessLevel' })
    google.shareCalendar(ANN, 'bob@example.test', 'writer')
    await bob.events.insert({ calendarId: ANN, requestBody: anHour(9) })
  })
})
