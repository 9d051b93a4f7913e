import type { Fault } from '../fault.ts'

const AVAILABILITY = 'services/booking-platform/src/availability'

/** Faults in availability and its limits. */
export const BOOKING_FAULTS: readonly Fault[] = [
  {
    name: 'buffer-after-ignored',
    file: `${AVAILABILITY}/busy.ts`,
    find: 'entry.start - bufferAfter',
    replace: 'entry.start',
    tests: [`${AVAILABILITY}/`],
  },
  {
    name: 'steps-ignore-clock-changes',
    file: `${AVAILABILITY}/sweep.ts`,
    find: 'modulo(first + span.offset - window.wall, step)',
    replace: 'modulo(first - window.start, step)',
    tests: [`${AVAILABILITY}/`],
  },
  {
    name: 'last-slot-of-a-window-lost',
    file: `${AVAILABILITY}/sweep.ts`,
    find: 'at <= last',
    replace: 'at < last',
    tests: [`${AVAILABILITY}/`],
  },
  {
    name: 'bookings-back-to-back-collide',
    file: `${AVAILABILITY}/busy.ts`,
    find: 'a.start < b.end && a.end > b.start',
    replace: 'a.start <= b.end && a.end > b.start',
    tests: [`${AVAILABILITY}/`],
  },
  {
    name: 'taken-seats-not-counted',
    file: `${AVAILABILITY}/busy.ts`,
    find: 'wanted.seats > seatsLeft',
    replace: 'wanted.seats > wanted.capacity',
    tests: [`${AVAILABILITY}/`, 'services/booking-platform/test/availability.test.ts'],
  },
  {
    name: 'full-day-offers-one-more',
    file: `${AVAILABILITY}/full-days.ts`,
    find: '(held.get(day) ?? 0) >= most',
    replace: '(held.get(day) ?? 0) > most',
    tests: ['services/booking-platform/test/limits.test.ts'],
  },
]
