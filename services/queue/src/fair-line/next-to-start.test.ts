import type { Clause, Entry, FairRules, LineNow } from './fair-line.ts'
import { nextToStart } from './next-to-start.ts'
import { at, booking, lineOf, rules, service, walkIn } from './testing/line.ts'

/** Who is started, why, and whom it overtakes with which reason. */
function decided(line: LineNow, applied: FairRules = rules): string {
  const decision = nextToStart(line, applied)
  if (decision.kind !== 'start') return decision.kind
  const overtaken = decision.overtakes.map(({ id, clause }) => `, ahead of ${id}: ${clause}`)
  return `${decision.id}: ${decision.clause}${overtaken.join('')}`
}

const long = service(30, 50)
const short = service(2, 3)

describe('one line for bookings and walk-ins, with one free lane', () => {
  test.each<[string, Entry[], string]>([
    ['only walk-ins are there', [walkIn('b', -5, 1), walkIn('a', -9, 0)], 'a: arrival'],
    [
      'staff moved a walk-in ahead',
      [walkIn('b', -5, 0), walkIn('a', -9, 1)],
      'b: line_order, ahead of a: line_order',
    ],
    [
      'a booking is due',
      [walkIn('a', -30, 0), booking('b', 0, -5, 1)],
      'b: booking_due, ahead of a: booking_due',
    ],
    ['a booking came late', [walkIn('a', -30, 0), booking('b', -5, -1, 1)], 'a: arrival'],
    [
      'a late booking was booked before a walk-in came',
      [walkIn('a', -3, 0), booking('b', -5, -1, 1)],
      'b: late_booking',
    ],
    [
      'a booking came too late to count as one',
      [walkIn('a', -3, 0), booking('b', -15, -1, 1)],
      'a: late_booking, ahead of b: late_booking',
    ],
    [
      'another booking is due while a late one waits',
      [booking('a', -5, -1, 1, long), booking('b', 0, -3, 0)],
      'b: booking_due, ahead of a: late_booking',
    ],
    [
      'a service fits before a booking and that of the first does not',
      [walkIn('a', -9, 0, long), walkIn('b', -5, 1, short), booking('c', 1, null)],
      'b: backfill, ahead of a: backfill',
    ],
    [
      'who fits came long after the first',
      [walkIn('a', -60, 0, long), walkIn('b', -5, 1, short), booking('c', 1, null)],
      'keep',
    ],
    [
      'a service usually fits before a booking, but not nine times of ten',
      [walkIn('a', -9, 0, long), walkIn('b', -5, 1, service(4, 12)), booking('c', 1, null)],
      'keep',
    ],
    [
      'a booking is four minutes off and the first does not fit',
      [walkIn('a', -9, 0, long), booking('c', 4, null)],
      'a: arrival',
    ],
    [
      'a booking is a minute off and its customer will hardly come',
      [walkIn('a', -9, 0, long), { ...booking('c', 1, null), showRate: 0.2 }],
      'a: arrival',
    ],
    [
      'the booking that a lane would be kept for is there',
      [walkIn('a', -9, 0, long), booking('c', 1, -4, 1)],
      'c: early_gap, ahead of a: early_gap',
    ],
    [
      'a booking that fits is there long before its time, and a walk-in waits',
      [walkIn('a', -9, 0, long), booking('c', 1, null), booking('d', 30, -4, 1, short)],
      'keep',
    ],
    ['nobody but an early booking is there', [booking('c', 40, -4, 0)], 'c: early_gap'],
    ['nobody is there', [booking('c', 5, null)], 'nobody'],
    ['somebody expected is long overdue', [walkIn('a', -9, 0, long), booking('c', -1, null)], 'a: arrival'],
  ])('decides which entry starts next, and why: %s', (_what, entries, expected) => {
    expect(decided(lineOf(entries))).toBe(expected)
  })

  test('keeps a lane until the booked time', () => {
    const line = lineOf([walkIn('a', -3, 0, long), booking('b', 1, null)])
    expect(nextToStart(line, rules)).toEqual({ kind: 'keep', for: 'b', until: at(1) })
  })

  test('starts a walk-in who came after the booked time first when another lane will be free in time', () => {
    const entries = [walkIn('a', -1, 0, long), booking('b', -2, -9, 1)]
    expect(decided(lineOf(entries, [0, 0.5]))).toBe('a: backfill, ahead of b: backfill')
    expect(decided(lineOf(entries, [0, 30]))).toBe('b: booking_due')
  })

  test('keeps the lane when two bookings are about to begin and only one other lane will be free', () => {
    const first = [walkIn('a', -9, 0, long), booking('c', 1, null)]
    expect(decided(lineOf(first, [0, 0.5]))).toMatch(/^a: /)
    expect(decided(lineOf([...first, booking('d', 1, null)], [0, 0.5]))).toBe('keep')
  })

  test('starts a booking next once its tolerance is over, whatever else fits', () => {
    const entries = [walkIn('a', -20, 0, short), booking('b', -6, -9, 1)]
    expect(decided(lineOf(entries, [0, 0.5]))).toBe('b: booking_due, ahead of a: booking_due')
  })
})

describe('a share of starts reserved for walk-ins', () => {
  const entries = [walkIn('a', -3, 0, long), booking('b', -4, -9, 1)]
  const starts = (bookings: number) =>
    Array.from({ length: bookings }, (_, i) => ({ at: at(-10 - i), isBooking: true }))
  const shared = { ...rules, walkInShare: 0.25 }

  test('starts a walk-in ahead of a due booking after three bookings alone started in the last hour', () => {
    const line = { ...lineOf(entries), recentStarts: starts(3) }
    expect(decided(line, shared)).toBe('a: walk_in_share, ahead of b: walk_in_share')
  })

  test('starts the due booking while the walk-in share is kept', () => {
    expect(decided({ ...lineOf(entries), recentStarts: starts(2) }, shared)).toBe('b: booking_due')
    const old = starts(3).map((one) => ({ ...one, at: at(-61) }))
    expect(decided({ ...lineOf(entries), recentStarts: old }, shared)).toBe('b: booking_due')
  })
})

describe('bookings that may be stale', () => {
  const stale = (entries: Entry[]) => ({ ...lineOf(entries), isStale: true })

  test('keeps the lane for a due booking that has not arrived until it counts as late', () => {
    const line = stale([walkIn('a', -3, 0), booking('b', -1, null)])
    expect(nextToStart(line, rules)).toEqual({ kind: 'keep', for: 'b', until: at(9) })
    expect(decided(stale([walkIn('a', -3, 0), booking('b', -10, null)]))).toBe('a: arrival')
  })

  test('starts a due booking that has arrived while bookings are stale', () => {
    expect(decided(stale([walkIn('a', -3, 0), booking('b', -1, -2, 1), booking('c', -1, null)]))).toMatch(
      /^b: /,
    )
  })

  test('starts by arrival, without backfilling gaps, while bookings are stale and none is due', () => {
    const entries = [walkIn('a', -9, 0, long), walkIn('b', -5, 1, short), booking('c', 1, null)]
    expect(decided(stale(entries))).toBe('a: arrival')
  })
})

describe('modes other than merge', () => {
  const entries = [walkIn('a', -3, 0, long), booking('b', -1, -9, 1), booking('c', 1, null)]
  const walkIns: Clause = 'separate_lines'

  test('starts a due booking next and keeps no lane in precedence mode', () => {
    const precedence: FairRules = { ...rules, mode: 'precedence' }
    expect(decided(lineOf(entries), precedence)).toBe('b: booking_due, ahead of a: booking_due')
    expect(decided(lineOf(entries.toSpliced(1, 1)), precedence)).toBe('a: arrival')
    expect(decided(lineOf([booking('d', 5, -1, 0)]), precedence)).toBe('d: early_gap')
  })

  test('the walk-in share decides between bookings and walk-ins in separate mode', () => {
    const separate: FairRules = { ...rules, mode: 'separate', walkInShare: 0.5 }
    const recentStarts = [{ at: at(-2), isBooking: true }]
    expect(decided(lineOf(entries), separate)).toBe(`b: separate_lines, ahead of a: ${walkIns}`)
    expect(decided({ ...lineOf(entries), recentStarts }, separate)).toBe('a: separate_lines')
    expect(decided(lineOf([booking('d', -1, -2, 0)]), separate)).toBe('d: booking_due')
  })
})
