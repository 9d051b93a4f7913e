import { describe, expect, test } from 'vitest'
import { nextToStart } from './next-to-start.ts'
import { at, booking, lineOf, rules, service, walkIn } from './testing/line.ts'

const start = (id: string, clause: string, ...overtakes: object[]) => ({
  kind: 'start',
  id,
  clause,
  overtakes,
})

describe('given one line for bookings and walk-ins, and one free lane', () => {
  test('when only walk-ins are there, then the first in the line is started', () => {
    const line = lineOf([walkIn('b', -5, 1), walkIn('a', -9, 0)])
    expect(nextToStart(line, rules)).toEqual(start('a', 'arrival'))
  })

  test('when a walk-in came before the booked time, then the booking overtakes it by name', () => {
    const line = lineOf([walkIn('a', -30, 0), booking('b', -1, -5, 1)])
    expect(nextToStart(line, rules)).toEqual(start('b', 'booking_due', { id: 'a', clause: 'booking_due' }))
  })

  test('when a booking is near and not there, then the lane is kept until its time', () => {
    const line = lineOf([walkIn('a', -3, 0, service(30, 50)), booking('b', 1, null)])
    expect(nextToStart(line, rules)).toEqual({ kind: 'keep', for: 'b', until: at(1) })
  })
})
