import fc from 'fast-check'
import type { BusyInvitations } from '../../connections/connection.ts'
import { busySpanOf, meetsAny, mergeSpans } from './busy.ts'
import { eventIdOf } from './event-id.ts'
import type { GoogleEvent, Span } from './google-event.ts'

const event = (given: Partial<GoogleEvent> = {}): GoogleEvent => ({
  ...{ id: 'abcde', etag: '"1"', status: 'confirmed', ownProperties: {} },
  start: { dateTime: '2026-03-28T10:00:00+01:00' },
  end: { dateTime: '2026-03-28T11:00:00+01:00' },
  ...given,
})

const shown = (given: Partial<GoogleEvent>, zone = 'Europe/Berlin') => {
  const span = busySpanOf(event(given), zone, 'all')
  return span && [span.start, span.end].map((time) => new Date(time).toISOString())
}

describe('another event in a calendar', () => {
  const TEN = ['2026-03-28T09:00:00.000Z', '2026-03-28T10:00:00.000Z']

  test.each([
    ['at a time', {}, TEN],
    ['out of office', { eventType: 'outOfOffice' }, TEN],
    ['tentative', { status: 'tentative' as const }, TEN],
    ['accepted', { attendees: [{ self: true, responseStatus: 'accepted' }] }, TEN],
    ['declined by another', { attendees: [{ responseStatus: 'declined' }] }, TEN],
    ['declined', { attendees: [{ self: true, responseStatus: 'declined' }] }, undefined],
    ['free', { transparency: 'transparent' }, undefined],
    ['a place of work', { eventType: 'workingLocation' }, undefined],
    ['deleted', { status: 'cancelled' as const }, undefined],
    [
      'deleted, of which only the id is told',
      { status: 'cancelled' as const, start: undefined, end: undefined },
      undefined,
    ],
    ['without length', { end: { dateTime: '2026-03-28T09:00:00Z' } }, undefined],
    [
      'over the change of clocks',
      { start: { date: '2026-03-29' }, end: { date: '2026-03-30' } },
      ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ],
    [
      'of several days',
      { start: { date: '2026-07-01' }, end: { date: '2026-07-04' } },
      ['2026-06-30T22:00:00.000Z', '2026-07-03T22:00:00.000Z'],
    ],
    [
      'in local time of another zone',
      {
        start: { dateTime: '2026-07-01T09:00:00', timeZone: 'America/New_York' },
        end: { dateTime: '2026-07-02T09:00:00', timeZone: 'America/New_York' },
      },
      ['2026-07-01T13:00:00.000Z', '2026-07-02T13:00:00.000Z'],
    ],
    [
      'in local time of a zone of Windows',
      {
        start: { dateTime: '2026-07-01T09:00:00', timeZone: 'Eastern Standard Time' },
        end: { dateTime: '2026-07-02T09:00:00', timeZone: 'Eastern Standard Time' },
      },
      ['2026-07-01T13:00:00.000Z', '2026-07-02T13:00:00.000Z'],
    ],
  ])('that is %s blocks the expected time, if any', (_, given, expected) => {
    expect(shown(given)).toEqual(expected)
  })

  test.each(['GMT+02:00', 'W. Europe Standard Time', 'tzone://Microsoft/Custom', '', 'Z', 'Nowhere/City'])(
    'takes the time of its offset in the zone "%s"',
    (timeZone) => {
      const [start, end] = [TEN[0]?.replace('Z', '+00:00'), '2026-03-28T11:00:00+01:00']
      expect(
        shown({ start: { dateTime: start, timeZone }, end: { dateTime: end, timeZone } }, timeZone),
      ).toEqual(TEN)
    },
  )

  test('blocks a whole day in the time zone of its calendar', () => {
    const day = { start: { date: '2026-07-01' }, end: { date: '2026-07-02' } }
    expect(shown(day, 'Pacific/Auckland')).toEqual(['2026-06-30T12:00:00.000Z', '2026-07-01T12:00:00.000Z'])
  })
})

describe('an invitation', () => {
  const RESPONSES = ['needsAction', 'tentative', 'accepted', 'declined']
  const blocking = (invitations: BusyInvitations) =>
    RESPONSES.filter((responseStatus) => {
      const invitation = event({
        attendees: [{ self: true, responseStatus }, { responseStatus: 'accepted' }],
      })
      return busySpanOf(invitation, 'UTC', invitations) !== undefined
    })

  test.each([
    ['all', ['needsAction', 'tentative', 'accepted']],
    ['answered', ['tentative', 'accepted']],
    ['accepted', ['accepted']],
  ] as const)('blocks time by its answer, if "%s" do', (invitations, expected) => {
    expect(blocking(invitations)).toEqual(expected)
    expect(busySpanOf(event(), 'UTC', invitations)).toBeDefined()
  })
})

describe('busy times of several calendars', () => {
  const spans: fc.Arbitrary<Span[]> = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 10 })).map(([start, length]) => ({
      start,
      end: start + length,
    })),
  )
  const covers = (list: readonly Span[], time: number) =>
    list.some(({ start, end }) => start <= time && time < end)

  test('cover the same times after merging, once and in order', () => {
    fc.assert(
      fc.property(spans, (given) => {
        const merged = mergeSpans(given)
        for (let time = 0; time < 75; time++) expect(covers(merged, time)).toBe(covers(given, time))
        for (const [index, { start }] of merged.entries()) {
          expect(start).toBeGreaterThan(merged[index - 1]?.end ?? -1)
        }
      }),
    )
  })

  test('overlap a time after merging exactly when one of them does', () => {
    fc.assert(
      fc.property(
        spans,
        fc.integer({ min: 0, max: 70 }),
        fc.integer({ min: 1, max: 5 }),
        (given, start, length) => {
          const asked = { start, end: start + length }
          const expected = given.some((one) => one.start < asked.end && asked.start < one.end)
          expect(meetsAny(asked, mergeSpans(given))).toBe(expected)
        },
      ),
    )
  })
})

describe('the ID of a calendar event', () => {
  const identity = { env: 'https://usher.test', bookingId: 'bk_1', calendarId: 'a@b.test', generation: 0 }

  test('is the same for the same booking, calendar and generation, and different for any other', () => {
    const id = eventIdOf(identity)
    // SHA-256 of `https://usher.test|bk_1|a@b.test|0` by base32hex of GNU basenc.
    expect(id).toBe('rltrjrct5bqm1vbl2flmlankjd3slbj3nqflm9hh9ejdm0euv9d0')
    expect(eventIdOf({ ...identity })).toBe(id)
    const others = [{ env: 'x' }, { bookingId: 'bk_2' }, { calendarId: 'c' }, { generation: 1 }]
    const ids = new Set([id, ...others.map((other) => eventIdOf({ ...identity, ...other }))])
    expect(ids.size).toBe(5)
  })
})
