import fc from 'fast-check'
import { z } from 'zod'
import { OPERATIONS, operations } from '../src/index.ts'
import { instant, timestamp } from '../src/text.ts'

const newServiceTypeId = 'svt_01h455vb4pex5vsknk084sn02q'

/** Patterns of all moments in a schema. */
function patternsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { format, pattern } = schema as { format?: unknown; pattern?: string }
  const own = format === 'date-time' ? [pattern ?? ''] : []
  return [...own, ...Object.values(schema).flatMap(patternsOf)]
}

test.each(['2026-12-24T18:30:00', '2026-12-24T18:30:00 01:00', 'tomorrow', '2026-13-01'])(
  'refuses %s as start of a search for free times with an example',
  (from) => {
    const asked = { service_type_id: newServiceTypeId, from, to: '2026-12-25' }
    expect(operations.getAvailability.query.safeParse(asked).error?.issues).toMatchObject([
      { path: ['from'], message: expect.stringMatching(/^must be a date .* or a time with its offset/) },
    ])
  },
)

describe('a date-time in a request', () => {
  test('is valid in an answer whenever it is accepted', () => {
    const any = fc.stringMatching(/^\d{4}-(0[1-9]|1[0-2])-\d\dT\d\d:\d\d:\d\d[+-][0-2]\d:[0-5]\d$/)
    const edge = fc.constantFrom(
      '9999-12-31T23:59:59-00:01',
      '0001-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59+00:01',
    )
    fc.assert(
      fc.property(fc.oneof(any, edge), (given) => {
        const { data } = instant.safeParse(given)
        expect(data === undefined || timestamp.safeParse(data).success).toBe(true)
      }),
    )
  })

  test.each([
    ['2026-12-24T18:30:00Z', '2026-12-24T18:30:00.000Z'],
    ['2026-12-24T18:30:00+00:00', '2026-12-24T18:30:00.000Z'],
    ['2026-12-24T18:30:00.123456+01:00', '2026-12-24T17:30:00.123Z'],
    ['2026-12-24T23:30:00-03:30', '2026-12-25T03:00:00.000Z'],
  ])('normalises %s to %s', (given, kept) => {
    expect(instant.parse(given)).toBe(kept)
  })

  test.each([
    '2026-12-24',
    '2026-12-24T18:30:00',
    '2026-12-24T18:30:00+25:00',
    '2026-02-30T18:30:00Z',
    '2026-12-24T18:30:00 01:00',
  ])('refuses %s with an example of a valid value', (given) => {
    expect(instant.safeParse(given).error?.issues).toMatchObject([
      { message: expect.stringContaining('2026-12-24T18:30:00Z') },
    ])
  })

  test.each(['9999-12-31T23:59:59-23:59', '0001-01-01T00:00:00+23:59', '0000-06-01T00:00:00Z'])(
    'refuses %s because its year in UTC does not have four digits',
    (given) => {
      expect(instant.safeParse(given).success).toBe(false)
    },
  )

  test('keeps the same instant for any valid offset and refuses other offsets', () => {
    const two = (max: number) => fc.integer({ min: 0, max: max }).map((n) => String(n).padStart(2, '0'))
    const offset = fc
      .tuple(fc.constantFrom('+', '-'), two(99), two(99))
      .map(([sign, h, m]) => `${sign}${h}:${m}`)
    const time = fc.date({ min: new Date('1970-01-02'), max: new Date('9998-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(time, offset, (at, zone) => {
        const given = at.toISOString().replace('Z', zone)
        const [, hours = '', minutes = ''] = /(\d\d):(\d\d)$/.exec(zone) ?? []
        const isOffset = Number(hours) <= 23 && Number(minutes) <= 59
        expect(instant.safeParse(given).data).toBe(isOffset ? new Date(given).toISOString() : undefined)
      }),
    )
  })

  test('accepts an offset in every operation', () => {
    const requests = OPERATIONS.flatMap(({ query, body }) => [query, body])
    const patterns = requests.flatMap((schema) =>
      patternsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    )
    expect(patterns.length).toBeGreaterThan(10)
    expect(patterns.filter((pattern) => !new RegExp(pattern).test('2026-12-24T18:30:00+01:00'))).toEqual([])
  })
})
