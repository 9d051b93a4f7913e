import type { Fault } from '../fault.ts'

const RULES = 'services/queue/src/fair-line'
const DECISIONS = [`${RULES}/next-to-start.test.ts`, `${RULES}/fair-properties.test.ts`]

/** Faults in the one line of bookings and walk-ins. */
export const FAIR_LINE_FAULTS: readonly Fault[] = [
  {
    name: 'booking-called-long-before-its-time-though-a-walk-in-waits',
    file: `${RULES}/merge.ts`,
    find: 'if (walkIns.length > 0 && timeOf(candidate) > line.now + earlyMs) break',
    replace: 'if (walkIns.length > 0 && timeOf(candidate) > line.now + 4 * earlyMs) break',
    tests: DECISIONS,
  },
  {
    name: 'walk-in-share-ignored',
    file: `${RULES}/merge.ts`,
    find: 'if (booking && walkIn && isWalkInOwed(line, rules))',
    replace: 'if (!booking && walkIn && isWalkInOwed(line, rules))',
    tests: DECISIONS,
  },
  {
    name: 'walk-in-share-of-the-whole-day',
    file: `${RULES}/clean.ts`,
    find: 'at > now - HOUR_MS && at <= now',
    replace: 'at > now - 24 * HOUR_MS && at <= now',
    tests: DECISIONS,
  },
  {
    name: 'booking-that-came-too-late-keeps-its-place',
    file: `${RULES}/standing.ts`,
    find: "arrivedAt < bookedAt + lateMs ? 'late' : 'walk_in'",
    replace: "arrivedAt < bookedAt + 6 * lateMs ? 'late' : 'walk_in'",
    tests: DECISIONS,
  },
  {
    name: 'late-booking-claims-the-next-start',
    file: `${RULES}/standing.ts`,
    find: "? 'late' : 'walk_in'",
    replace: "? 'due' : 'walk_in'",
    tests: DECISIONS,
  },
  {
    name: 'backfill-goes-by-the-median',
    file: `${RULES}/claims.ts`,
    find: 'missed * (1 - chanceWithin(deadline - now, service))',
    replace: 'missed * (1 - chanceWithin(deadline - now, { ...service, p90: service.p50 }))',
    tests: DECISIONS,
  },
  {
    name: 'backfill-starves-the-first-in-line',
    file: `${RULES}/merge.ts`,
    find: '(one.arrivedAt ?? now) <= latest && claims',
    replace: '(one.arrivedAt ?? now) <= latest + now && claims',
    tests: [...DECISIONS, `${RULES}/no-starvation.test.ts`],
  },
  {
    name: 'line-that-missed-bookings-decides-as-usual',
    file: `${RULES}/next-to-start.ts`,
    find: 'if (line.isStale) return chooseWhenStale(sides)',
    replace: "if (line.isStale && rules.mode !== 'merge') return chooseWhenStale(sides)",
    tests: DECISIONS,
  },
  {
    name: 'place-kept-for-a-booking-given-to-a-walk-in',
    file: `${RULES}/merge.ts`,
    find: 'chooseEarly(sides, line, rules) ?? { keptFor: endangered }',
    replace: "chooseEarly(sides, line, rules) ?? { start: walkIn, clause: 'arrival' }",
    tests: DECISIONS,
  },
  {
    name: 'starts-of-bookings-count-as-walk-ins',
    file: 'services/queue/src/queue-state/line-now.ts',
    find: 'isBooking: start.is_booking === true',
    replace: 'isBooking: false',
    tests: ['services/queue/test/one-line.test.ts', 'services/queue/test/one-line-checked-in.test.ts'],
  },
  {
    name: 'guest-who-is-away-is-called-for-their-booking',
    file: 'services/queue/src/queue-state/line-now.ts',
    find: '...line.booked().filter(isHere)',
    replace: '...line.booked().filter((entry) => isHere(entry) || entry.awayUntil)',
    tests: ['services/queue/test/one-line.test.ts', 'services/queue/test/one-line-checked-in.test.ts'],
  },
  {
    name: 'lane-kept-as-if-everybody-came',
    file: `${RULES}/claims.ts`,
    find: 'booking.showRate * chanceOfNoneLeft',
    replace: 'chanceOfNoneLeft',
    tests: DECISIONS,
  },
  {
    name: 'earlier-bookings-take-no-lanes',
    file: `${RULES}/lanes-left.ts`,
    find: 'stepDown(left, showRate * (1 - ',
    replace: 'stepDown(left, 0 * showRate * (1 - ',
    tests: DECISIONS,
  },
]
