import { factsOf, newFieldsOf, ownProperties } from './booking-facts.ts'

const told = {
  status: 'confirmed',
  ...{ provider_id: 'pvd_1', time_zone: 'UTC', seats: 1, service_name: 'Haircut' },
  ...{ start: '2026-11-22T09:00:00Z', end: '2026-11-22T10:00:00Z', manage_url: 'https://usher.test/b/1' },
  ...{ service_type_id: 'svt_1', customer: { name: 'Ada', phone: null } },
} as const

test.each([
  ['Fish & chips > soup, "mild"', 'Fish & chips > soup, "mild"'],
  ['<a href="https://evil.test">Confirm</a>', '&lt;a href="https://evil.test">Confirm&lt;/a>'],
  ['&lt;b&gt; and &#60;i&#x3e;', '&amp;lt;b&amp;gt; and &amp;#60;i&amp;#x3e;'],
])('notes %s are escaped so that calendars show them as written', (notes, shown) => {
  const { description } = factsOf('bkg_1', 1, { ...told, notes })
  expect(description).toBe(`${shown}\nhttps://usher.test/b/1`)
})

test.each([
  ['Europe/Berlin', { timeZone: 'Europe/Berlin' }],
  ['+01:00', {}],
])('writes the zone %s only if it has a name', (time_zone, expected) => {
  const { start } = newFieldsOf(
    factsOf('bkg_1', 1, { ...told, time_zone, notes: null }),
    ownProperties('bkg_1', 'test'),
  )
  expect(start).toEqual({ dateTime: '2026-11-22T09:00:00.000Z', ...expected })
})
