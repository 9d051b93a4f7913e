import { type CalendarEvent, calendarFile } from './calendar-file.ts'

const EVENT: CalendarEvent = {
  id: 'bk_1',
  status: 'confirmed',
  sequence: 3,
  stamp: new Date('2026-12-01T10:00:00Z'),
  start: new Date('2026-12-24T09:00:00Z'),
  end: new Date('2026-12-24T09:30:00Z'),
  summary: 'Haircut; long, "wet", Zoë\\Bo',
  url: 'https://usher.example/b/token',
}

const INVITATION = {
  organizer: { name: 'Café: "Ödön"; Söhne', email: 'desk@cafe.example' },
  attendee: { name: 'Ada; Lovelace', email: 'ada@example.com' },
  address: 'Hafenstraße 12\n20457 Hamburg',
  phone: '+494012345678',
}

/** Content lines as a calendar program reads them (RFC 5545 §3.1 and §3.3.11), by name. */
function propertiesOf(file: string): Map<string, { readonly parameters: string; readonly value: string }> {
  const lines = file.replaceAll('\r\n ', '').split('\r\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [, name = '', parameters = '', value = ''] =
        /^([A-Z-]+)((?:;[A-Z-]+=(?:"[^"]*"|[^":;]*))*):(.*)$/u.exec(line) ?? []
      const text = value.replace(/\\([\\;,nN])/gu, (_, escaped) => (/n/iu.test(escaped) ? '\n' : escaped))
      return [name, { parameters, value: text }]
    }),
  )
}

describe('the calendar file of an event', () => {
  test('invites the customer with place, phone number and link when it is part of a mail', () => {
    const properties = propertiesOf(calendarFile(EVENT, INVITATION))
    const value = (name: string) => properties.get(name)?.value
    expect(Object.fromEntries([...properties].map(([name]) => [name, value(name)]))).toMatchObject({
      METHOD: 'REQUEST',
      VERSION: '2.0',
      UID: 'bk_1',
      SEQUENCE: '3',
      DTSTAMP: '20261201T100000Z',
      DTSTART: '20261224T090000Z',
      DTEND: '20261224T093000Z',
      SUMMARY: 'Haircut; long, "wet", Zoë\\Bo',
      LOCATION: 'Hafenstraße 12, 20457 Hamburg',
      DESCRIPTION: 'Café: "Ödön"; Söhne\n+494012345678\nhttps://usher.example/b/token',
      URL: 'https://usher.example/b/token',
      STATUS: 'CONFIRMED',
      ORGANIZER: 'mailto:desk@cafe.example',
      ATTENDEE: 'MAILTO:ada@example.com',
    })
    expect(properties.get('ATTENDEE')?.parameters).toContain('PARTSTAT=ACCEPTED')
    expect(properties.get('ATTENDEE')?.parameters).toContain('RSVP=FALSE')
  })

  test('cancels the same event when it is cancelled', () => {
    const cancelled = { ...EVENT, status: 'cancelled', sequence: 4 } as const
    const properties = propertiesOf(calendarFile(cancelled, { ...INVITATION, address: null }))
    const values = ['METHOD', 'UID', 'SEQUENCE', 'STATUS', 'LOCATION'].map(
      (name) => properties.get(name)?.value,
    )
    expect(values).toEqual(['CANCEL', 'bk_1', '4', 'CANCELLED', undefined])
  })

  test('has lines of 75 bytes at most, each ended by CRLF', () => {
    const file = calendarFile({ ...EVENT, summary: 'ö'.repeat(200) }, INVITATION)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u)
    const bytes = file.split('\r\n').map((line) => Buffer.byteLength(line))
    expect(Math.max(...bytes)).toBeLessThanOrEqual(75)
  })

  test('names neither organizer nor customer when it is downloaded', () => {
    const properties = propertiesOf(calendarFile(EVENT))
    expect(properties.get('METHOD')?.value).toBe('PUBLISH')
    expect([...properties.keys()]).not.toContain('ATTENDEE')
  })
})
