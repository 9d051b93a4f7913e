import type { Fault } from '../fault.ts'

const SRC = 'services/booking-platform/src'
const TESTS = 'services/booking-platform/test'

/** Faults in what customers do by themselves: book, hold, wait for a time, and prove who they are. */
export const BOOKING_PAGE_FAULTS: readonly Fault[] = [
  {
    name: 'held-time-bookable-by-others',
    file: `${SRC}/scheduling/hold.ts`,
    find: 'by: id, expires: expires_at.getTime()',
    replace: 'by: id, expires: now.getTime()',
    tests: [`${TESTS}/holds.test.ts`],
  },
  {
    name: 'hold-of-a-page-outlives-ten-minutes',
    file: `${SRC}/online-booking/online-routes.ts`,
    find: 'const HOLD_MINUTES = 10',
    replace: 'const HOLD_MINUTES = 30',
    tests: [`${TESTS}/online-booking.test.ts`],
  },
  {
    name: 'expired-hold-still-books',
    file: `${SRC}/scheduling/book.ts`,
    find: 'if (hold.expires_at <= ctx.clock.now())',
    replace: 'if (hold.expires_at <= hold.created_at)',
    tests: [`${TESTS}/holds.test.ts`],
  },
  {
    name: 'hold-of-a-seat-booked-twice',
    file: `${SRC}/bookings/hold-store.ts`,
    find: 'const found = await this.#holds.findOneAndDelete(wanted, { session })',
    replace: 'const found = await this.#holds.findOne(wanted, { session })',
    tests: [`${TESTS}/holds.test.ts`],
  },
  {
    name: 'offer-held-for-less-than-it-says',
    file: `${SRC}/standby/offer-time.ts`,
    find: 'const after = offered(before, hold, provider)',
    replace:
      'const after = offered(before, { ...hold, expires_at: new Date(hold.expires_at.getTime() + 60_000) }, provider)',
    tests: [`${TESTS}/standby.test.ts`],
  },
  {
    name: 'offer-given-up-still-holds-its-time',
    file: `${SRC}/standby/endings.ts`,
    find: '  await ctx.ledgers.release(reservationOf(taken), ctx.clock.now(), session)\n',
    replace: '',
    tests: [`${TESTS}/standby.test.ts`],
  },
  {
    name: 'time-left-unanswered-offered-again',
    file: `${SRC}/standby/match.ts`,
    find: ' &&\n  wish.unanswered.every((at) => at.getTime() !== start)',
    replace: '',
    tests: [`${TESTS}/standby.test.ts`],
  },
  {
    name: 'last-to-wait-is-offered-first',
    file: `${SRC}/standby/standby-store.ts`,
    find: '.sort({ is_proved: -1, created_at: 1, _id: 1 })',
    replace: '.sort({ is_proved: -1, created_at: -1, _id: -1 })',
    tests: [`${TESTS}/standby.test.ts`],
  },
  {
    name: 'code-accepted-after-five-wrong-ones',
    file: `${SRC}/guard-policies.ts`,
    find: "code: { by: ['code'], points: 5,",
    replace: "code: { by: ['code'], points: 10,",
    tests: [`${TESTS}/codes.test.ts`],
  },
  {
    name: 'session-of-another-page-proves-an-address',
    file: `${SRC}/online-booking/prove-customer.ts`,
    find: 'found?.organization_id === organizationId && found.field',
    replace: 'found?.field',
    tests: [`${TESTS}/my-bookings.test.ts`],
  },
  {
    name: 'cancel-until-ignored-when-cancelled',
    file: `${SRC}/scheduling/change-booking.ts`,
    find: '    requireAhead(before, { now, until: cancelUntilOf(type) })\n  }',
    replace: '    requireAhead(before, { now, until: 0 })\n  }',
    tests: [`${TESTS}/online-booking.test.ts`],
  },
  {
    name: 'cancel-until-ignored-when-moved',
    file: `${SRC}/scheduling/change-booking.ts`,
    find: 'if (change.isAheadOnly) requireAhead(before, { now, until: cancelUntilOf(type) })',
    replace: 'if (change.isAheadOnly) requireAhead(before, { now, until: 0 })',
    tests: [`${TESTS}/online-booking.test.ts`, `${TESTS}/own-booking.test.ts`],
  },
  {
    name: 'clashing-series-booked-in-part',
    file: `${SRC}/series/book-series.ts`,
    find: '(clashes.length > 0 && !body.partial)',
    replace: '(clashes.length > 0 && clashes.length === visits.length && !body.partial)',
    tests: [`${TESTS}/series.test.ts`],
  },
  {
    name: 'visit-that-clashes-keeps-its-first-time',
    file: `${SRC}/series/take-visit.ts`,
    find: 'for (const booking of taken) await ctx.ledgers',
    replace: 'for (const booking of taken.slice(1)) await ctx.ledgers',
    tests: [`${TESTS}/series.test.ts`],
  },
  {
    name: 'times-to-move-to-shown-when-it-is-too-late',
    file: `${SRC}/own-booking/own-times.ts`,
    find: 'until: cancelUntilOf(type) })',
    replace: 'until: 0 })',
    tests: [`${TESTS}/own-booking.test.ts`, `${TESTS}/online-booking.test.ts`],
  },
  {
    name: 'more-visits-than-a-service-type-allows',
    file: `${SRC}/online-booking/book-online.ts`,
    find: 'Math.min(...types.map(({ online_booking })',
    replace: 'Math.max(...types.map(({ online_booking })',
    tests: [`${TESTS}/online-booking.test.ts`],
  },
  {
    name: 'booking-page-framed-by-any-site',
    file: 'guest-pages/src/respond.ts',
    find: 'frame-ancestors ${sites.join',
    replace: 'frame-ancestors * ${sites.join',
    tests: ['guest-pages/test/book-frames.test.ts'],
  },
  {
    name: 'customer-told-of-each-visit-of-a-series',
    file: `${SRC}/series/book-series.ts`,
    find: 'followsInSeries: index > 0',
    replace: 'followsInSeries: false',
    tests: [`${TESTS}/online-booking.test.ts`],
  },
  {
    name: 'booking-checked-in-long-after-its-end',
    file: `${SRC}/check-in/check-in.ts`,
    find: 'Math.max(start.getTime() - now.getTime(), now.getTime() - end.getTime()) <= AROUND_MS',
    replace: 'start.getTime() - now.getTime() <= AROUND_MS',
    tests: [`${TESTS}/check-in.test.ts`, `${TESTS}/own-check-in.test.ts`],
  },
]
