import type { Fault } from '../fault.ts'

const SLOTS = 'services/booking-platform/src/slots'

/** Faults in availability and its limits. */
export const BOOKING_FAULTS: readonly Fault[] = [
  {
    name: 'buffer-after-ignored',
    file: `${SLOTS}/busy.ts`,
    find: 'entry.start - bufferAfter',
    replace: 'entry.start',
    tests: [`${SLOTS}/`],
  },
  {
    name: 'steps-ignore-clock-changes',
    file: `${SLOTS}/sweep.ts`,
    find: 'modulo(first + span.offset - window.wall, step)',
    replace: 'modulo(first - window.start, step)',
    tests: [`${SLOTS}/`],
  },
  {
    name: 'last-slot-of-a-window-lost',
    file: `${SLOTS}/sweep.ts`,
    find: 'at <= last',
    replace: 'at < last',
    tests: [`${SLOTS}/`],
  },
  {
    name: 'bookings-back-to-back-collide',
    file: `${SLOTS}/busy.ts`,
    find: 'a.start < b.end && a.end > b.start',
    replace: 'a.start <= b.end && a.end > b.start',
    tests: [`${SLOTS}/`],
  },
  {
    name: 'taken-seats-not-counted',
    file: `${SLOTS}/busy.ts`,
    find: 'spec.seats > seatsLeft',
    replace: 'spec.seats > spec.capacity',
    tests: [`${SLOTS}/`, 'services/booking-platform/test/availability.test.ts'],
  },
  {
    name: 'full-day-offers-one-more',
    file: 'services/booking-platform/src/availability/full-days.ts',
    find: '(held.get(day) ?? 0) >= max',
    replace: '(held.get(day) ?? 0) > max',
    tests: ['services/booking-platform/test/limits.test.ts'],
  },
]
