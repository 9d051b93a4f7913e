import { operations } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import { DateTime } from 'luxon'
import { visitsOf } from './visits.ts'

const BERLIN = 'Europe/Berlin'

const visits = (recurrence: string | undefined, start = '2027-03-08T09:00:00+01:00', services = 1) =>
  visitsOf({ start, recurrence, timezone: BERLIN, services })

const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof ProblemError) return error.options.errors?.[0]?.code
    throw error
  }
  return undefined
}

describe('the visits of a recurrence rule', () => {
  test('consist of one visit when there is no rule', () => {
    expect(visits(undefined)).toEqual([new Date('2027-03-08T08:00:00Z')])
  })

  test('keep their time of day for a year with both clock changes', () => {
    const all = visits('FREQ=WEEKLY;COUNT=52')
    const local = all.map((at) => DateTime.fromJSDate(at, { zone: BERLIN }).toFormat('ccc HH:mm'))
    expect([all.length, new Set(local)]).toEqual([52, new Set(['Mon 09:00'])])
    const offsets = all.map((at) => DateTime.fromJSDate(at, { zone: BERLIN }).offset)
    expect(new Set(offsets)).toEqual(new Set([60, 120]))
  })

  test('leave out a visit at a time that the clocks skip', () => {
    const all = visits('FREQ=WEEKLY;UNTIL=20270404T235959Z', '2027-03-14T02:30:00+01:00')
    expect(all.map((at) => at.toISOString())).toEqual([
      '2027-03-14T01:30:00.000Z',
      '2027-03-21T01:30:00.000Z',
      '2027-04-04T00:30:00.000Z',
    ])
  })

  test('do not count a visit that the clocks skip', () => {
    const all = visits('FREQ=WEEKLY;COUNT=3', '2027-03-21T02:30:00+01:00')
    expect(all.map((at) => at.toISOString())).toEqual([
      '2027-03-21T01:30:00.000Z',
      '2027-04-04T00:30:00.000Z',
      '2027-04-11T00:30:00.000Z',
    ])
  })

  test.each(['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00'])(
    'begin at exactly %s although the clock shows that time twice',
    (start) => {
      expect(visits('FREQ=DAILY;COUNT=2', start)).toEqual([
        new Date(start),
        new Date('2026-10-26T02:30:00+01:00'),
      ])
    },
  )

  test.each(['RRULE:COUNT=3;FREQ=WEEKLY', 'freq=weekly;count=3;', ' FREQ=weekly;Count=3 '])(
    'has the same visits written as %s',
    (written) => {
      expect(visits(operations.createBookingSeries.body.shape.recurrence.parse(written))).toEqual(
        visits('FREQ=WEEKLY;COUNT=3'),
      )
    },
  )

  test.each([
    'FREQ=DAILY;COUNT=5;COUNT=1',
    'FREQ=DAILY;COUNT=2;freq=weekly',
    'FREQ=DAILY;COUNT=2;UNTIL=20261209T000000Z',
    'FREQ=MONTHLY;BYMONTHDAY=0;COUNT=2',
    'FREQ=MONTHLY;BYMONTHDAY=1,-00;COUNT=2',
    'FREQ=DAILY;COUNT=2;;',
  ])('is refused as %s', (written) => {
    expect(operations.createBookingSeries.body.shape.recurrence.safeParse(written).success).toBe(false)
  })

  test.each([
    ['FREQ=WEEKLY', 'endless'],
    ['FREQ=DAILY;COUNT=105', 'too_many'],
    ['FREQ=WEEKLY;BYDAY=TU;COUNT=3', 'start_not_in_rule'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3', 'invalid_rule'],
    ['FREQ=DAILY;UNTIL=20270420', 'invalid_rule'],
    ['FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=366;COUNT=52', 'invalid_rule'],
  ])('refuses the rule %s with the code %s', (rule, code) => {
    expect(codeOf(() => visits(rule))).toBe(code)
  })

  test('include the last working day of 104 months', () => {
    const rule = 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=104'
    expect(visits(rule, '2027-03-31T09:00:00+02:00')).toHaveLength(104)
  })

  test('gives up in time on a rule whose days never occur', () => {
    const rule = 'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=367;COUNT=52'
    expect(codeOf(() => visits(rule))).toBe('invalid_rule')
  }, 5_000)

  test.each([
    'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=367;COUNT=52',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3',
  ])('the refusal of %s tells the caller to choose a simpler rule', (rule) => {
    expect(() => visits(rule)).toThrow(
      /^\/recurrence finds its times too rarely, or none: choose a simpler rule$/,
    )
  })

  test('are limited to fewer visits when each has several services', () => {
    expect(visits('FREQ=DAILY;COUNT=52', undefined, 2)).toHaveLength(52)
    expect(codeOf(() => visits('FREQ=DAILY;COUNT=53', undefined, 2))).toBe('too_many')
  })
})
