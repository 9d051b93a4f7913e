import { hourOfWeek } from '../../ui/weekdays.ts'
import { sentencesOf } from './sentences.ts'
import { daysOf, type Statistics } from './totals.ts'

const wait = (mean: number, count: number) => ({ p50: mean, p90: mean, mean, count })

const statistics = (more: Partial<Statistics> = {}): Statistics => ({
  ...{ queue_id: 'q_1', from: '2026-11-14T00:00:00Z', to: '2026-11-21T00:00:00Z', timezone: 'UTC' },
  ...{ arrivals: 10, guests: 25, seated: 8, no_show: 1, left: 1, removed: 3, in_line: 0 },
  ...{ actual_wait: wait(20, 10), quoted_wait: wait(32, 10), quote_error: { mean_absolute: 12, bias: 12 } },
  ...{ days: [], hours: [hour(5, 19, 52, 4), hour(6, 20, 90, 1), hour(1, 9, 3, 5)] },
  ...more,
})

const hour = (weekday: number, at: number, mean: number, count: number): Statistics['hours'][number] => ({
  ...{ weekday, hour: at, arrivals: count, seated: count, no_show: 0, left: 0, removed: 0, in_line: 0 },
  ...{ actual_wait: wait(mean, count), quoted_wait: wait(mean, count) },
})

const NOTHING = {
  ...{ arrivals: 0, guests: 0, seated: 0, no_show: 0, left: 0, removed: 0 },
  ...{ actual_wait: null, quoted_wait: null, quote_error: null, hours: [] },
}

describe('insight sentences about one queue', () => {
  test('describe the week and compare it with the one before', () => {
    const earlier = statistics({ guests: 30, actual_wait: wait(24, 10), left: 0, removed: 9, no_show: 0 })
    const said = sentencesOf([{ name: 'Terrace', now: statistics(), earlier }], 7)
    expect(said).toEqual([
      '10 parties with 25 guests joined.',
      '5 fewer guests joined than in the 7 days before.',
      `${hourOfWeek(5, 19)} is your longest wait: 52 min on average.`,
      'Guests waited 20 min on average, 4 min shorter than in the 7 days before.',
      'Quotes were 12 min too long on average.',
      '2 of 10 parties left or did not come; none in the 7 days before.',
    ])
  })

  test('compare nothing when the week before had no guests', () => {
    const earlier = statistics(NOTHING)
    const said = sentencesOf([{ name: 'Terrace', now: statistics(), earlier }], 7)
    expect(said.join()).not.toContain('before')
    expect(said).toHaveLength(5)
  })

  test('say nothing of who left when fewer than three visits ended', () => {
    const few = statistics({ seated: 1, left: 1, no_show: 0 })
    expect(sentencesOf([{ name: 'Terrace', now: few, earlier: few }], 7).join()).not.toContain('left')
  })

  test('are empty when the week had no guests', () => {
    const both = { now: statistics(NOTHING), earlier: statistics() }
    expect(sentencesOf([{ name: 'Terrace', ...both }], 7)).toEqual([])
  })
})

describe('insight sentences about two queues', () => {
  test('weight means by guests, and name the queue with the longest wait', () => {
    const bar = statistics({
      ...{ arrivals: 30, guests: 30, actual_wait: wait(40, 30) },
      ...{ quote_error: { mean_absolute: 4, bias: -4 }, hours: [hour(7, 21, 60, 30)] },
    })
    const said = sentencesOf(
      [
        { name: 'Terrace', now: statistics(), earlier: statistics(NOTHING) },
        { name: 'Bar', now: bar, earlier: statistics(NOTHING) },
      ],
      7,
    )
    expect(said).toEqual([
      '40 parties with 55 guests joined.',
      `${hourOfWeek(7, 21)} in Bar is your longest wait: 60 min on average.`,
      'Guests waited 35 min on average.',
      'Quoted waits were right on average.',
      '4 of 20 parties left or did not come.',
    ])
  })
})

describe('the name of an hour of the week', () => {
  test('counts weekdays from Monday, without moving to another time zone', () => {
    expect(hourOfWeek(1, 0)).toMatch(/^Monday\b.*\b12:00/)
    expect(hourOfWeek(7, 21)).toMatch(/^Sunday\b.*\b9:00/)
  })
})

describe('guests by day', () => {
  test('add up the queues, with 0 for days without guests', () => {
    const terrace = statistics({ days: [{ date: '2026-10-31', arrivals: 2, guests: 5 }] })
    const bar = statistics({
      days: [
        { date: '2026-10-31', arrivals: 1, guests: 1 },
        { date: '2026-11-02', arrivals: 1, guests: 4 },
      ],
    })
    expect(daysOf([terrace, bar])).toEqual([
      { date: '2026-10-31', arrivals: 3, guests: 6 },
      { date: '2026-11-01', arrivals: 0, guests: 0 },
      { date: '2026-11-02', arrivals: 1, guests: 4 },
    ])
    expect(daysOf([])).toEqual([])
  })
})
