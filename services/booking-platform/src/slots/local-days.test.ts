import { localDays } from './local-days.ts'

const startsOf = (from: string, to: string, zone: string) => {
  const days = localDays({ from: Date.parse(from), to: Date.parse(to) }, zone)
  expect(days.slice(1).map((day) => day.from)).toEqual(days.slice(0, -1).map((day) => day.to))
  return [...days.map((day) => day.from), days.at(-1)?.to ?? 0].map((at) =>
    new Date(at).toISOString().slice(0, 16),
  )
}

describe('local days', () => {
  test.each([
    [
      'are as long as the clock says',
      'Europe/Berlin',
      '2026-10-24T12:00Z',
      '2026-10-25T23:30Z',
      [['2026-10-23T22:00', '2026-10-24T22:00', '2026-10-25T23:00', '2026-10-26T23:00']],
    ],
    [
      'begin at the change where midnight is skipped',
      'Asia/Beirut',
      '2027-03-27T12:00Z',
      '2027-03-28T12:00Z',
      [['2027-03-26T22:00', '2027-03-27T22:00', '2027-03-28T21:00']],
    ],
    [
      'begin at the first of two midnights',
      'Atlantic/Azores',
      '2026-10-25T14:00Z',
      '2026-10-26T14:00Z',
      [['2026-10-25T00:00', '2026-10-26T01:00', '2026-10-27T01:00']],
    ],
    [
      'leave out a day that a zone skips',
      'Pacific/Apia',
      '2011-12-29T12:00Z',
      '2011-12-31T12:00Z',
      [['2011-12-29T10:00', '2011-12-30T10:00', '2011-12-31T10:00', '2012-01-01T10:00']],
    ],
    [
      'end before a range that ends at midnight',
      'UTC',
      '2026-03-02T00:00Z',
      '2026-03-03T00:00Z',
      [['2026-03-02T00:00', '2026-03-03T00:00']],
    ],
  ] as const)('%s: %s', (_what, zone, from, to, [starts]) => {
    expect(startsOf(from, to, zone)).toEqual(starts)
  })
})
