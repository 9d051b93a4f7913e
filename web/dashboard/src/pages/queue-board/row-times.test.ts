import { backOf, minutesLate, waitedOf } from './row-times.ts'

const NOW = new Date('2026-06-08T19:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()
const guest = {
  status: 'waiting',
  created_at: ago(32),
  quoted_wait: 45,
  notified_at: null,
  away_until: null,
  no_show_due_at: null,
} as const
const format = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
const clock = (at: string | number) => format.format(new Date(at))

describe('the wait of a waiting guest', () => {
  test('is shown beside the quote until the quote has passed', () => {
    expect(waitedOf(guest, NOW)).toEqual({ text: 'Waited 32 of 45 min', isLate: false })
  })

  test('is late once the quote has passed', () => {
    expect(waitedOf({ ...guest, created_at: ago(46) }, NOW)).toEqual({
      ...{ text: 'Waited 46 of 45 min', isLate: true },
    })
  })

  test('is late from the start when no wait was quoted', () => {
    expect(waitedOf({ ...guest, quoted_wait: 0 }, NOW)).toEqual({
      ...{ text: 'Waited 32 min, quoted no wait', isLate: true },
    })
  })

  test('reads "Just joined" in the first minute, or when the browser clock is behind', () => {
    const joined = (minutes: number) => waitedOf({ ...guest, created_at: ago(minutes), quoted_wait: 0 }, NOW)
    expect(joined(0.5)).toEqual({ text: 'Just joined', isLate: false })
    expect(joined(-3)).toEqual({ text: 'Just joined', isLate: false })
  })
})

test('a called guest shows how long ago, and when the no-show is due', () => {
  const called = { ...guest, status: 'notified', notified_at: ago(4) } as const
  expect(waitedOf(called, NOW).text).toBe('Called 4 min ago')
  expect(waitedOf({ ...called, notified_at: ago(0.5) }, NOW).text).toBe('Called just now')
  const due = (minutes: number) => waitedOf({ ...called, no_show_due_at: ago(-minutes) }, NOW)
  expect(due(5.5)).toEqual({ text: 'Called 4 min ago, no-show in 6 min', isLate: false })
  expect(due(1.5)).toEqual({ text: 'Called 4 min ago, no-show in 2 min', isLate: true })
  expect(due(-1).text).toBe('Called 4 min ago, due as a no-show')
})

test('a guest who comes back later is late once that time has passed', () => {
  const back = (minutes: number) => backOf({ ...guest, away_until: ago(minutes) }, NOW, clock)
  expect(back(-62)).toEqual({ text: 'Back at 8:02 PM', isLate: false })
  expect(back(1)).toEqual({ text: 'Back at 6:59 PM', isLate: true })
  expect(backOf(guest, NOW, clock)).toBeUndefined()
})

describe('the lateness of a guest in line', () => {
  const called = { ...guest, status: 'notified', notified_at: ago(9), no_show_due_at: ago(-1) } as const

  test.each([
    { why: 'within the quote', row: guest, minutes: 0 },
    { why: 'three minutes over the quote', row: { ...guest, created_at: ago(48) }, minutes: 3 },
    { why: 'quoted no wait', row: { ...guest, quoted_wait: 0 }, minutes: 32 },
    {
      why: 'quoted no wait, and just here',
      row: { ...guest, quoted_wait: 0, created_at: NOW.toISOString() },
      minutes: 0,
    },
    { why: 'called, and a no-show in a minute', row: called, minutes: 2 },
    { why: 'called long ago, without a limit', row: { ...called, no_show_due_at: null }, minutes: 0 },
    { why: 'back five minutes ago, within the quote', row: { ...guest, away_until: ago(5) }, minutes: 6 },
    { why: 'back later', row: { ...guest, away_until: ago(-5) }, minutes: 0 },
  ])('is $minutes min for a guest who is $why, and marks the row if above 0', ({ row, minutes }) => {
    expect(minutesLate(row, NOW)).toBe(minutes)
    const isRed = waitedOf(row, NOW).isLate || (backOf(row, NOW, clock)?.isLate ?? false)
    expect(isRed).toBe(minutes > 0)
  })
})
