import { GUEST } from '../../testing/samples.ts'
import { canComeBack, leftSince, leftWords, startOfList } from './left.ts'

const NOW = new Date('2026-06-08T19:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const format = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
const clock = (at: string | number) => format.format(new Date(at))
const seated = (minutes: number) =>
  ({ ...GUEST, status: 'seated', seated_at: ago(minutes).toISOString() }) as const
const missed = (minutes: number) =>
  ({ ...GUEST, status: 'no_show', no_show_at: ago(minutes).toISOString() }) as const

test('guests who left since a given time are listed, the last one first', () => {
  const [early, late, before] = [seated(90), missed(5), seated(600)]
  expect(leftSince(ago(300), [early, before, late])).toEqual([late, early])
})

test('a guest seated after a no-show counts as seated, and can come back', () => {
  const guest = { ...seated(4), no_show_at: ago(70).toISOString() }
  expect(leftWords(guest, clock)).toBe('Seated at 6:56 PM')
  expect(canComeBack(guest, NOW)).toBe(true)
})

test('a no-show cannot come back after half an hour', () => {
  expect(canComeBack(missed(29), NOW)).toBe(true)
  expect(canComeBack(missed(30), NOW)).toBe(false)
})

test.each([
  ['at seven in the evening', '2026-06-08T19:00-04:00', '2026-06-08T00:00-04:00'],
  [
    'just after midnight, when guests of yesterday can still come back',
    '2026-06-08T00:05-04:00',
    '2026-06-07T23:35-04:00',
  ],
  ['on the day when clocks go forward', '2026-03-08T19:00-04:00', '2026-03-08T00:00-05:00'],
  ['on the day when clocks go back', '2026-11-01T19:00-05:00', '2026-11-01T00:00-04:00'],
])('the list begins at midnight of the venue, %s', (_, now, start) => {
  expect(startOfList(new Date(now), 'America/New_York')).toEqual(new Date(start))
})
