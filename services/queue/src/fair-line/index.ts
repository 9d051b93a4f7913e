/** The rules of one line for bookings and walk-ins, without a database: what the simulation of venues uses, too. */
export type {
  Decision,
  Entry,
  FairRules,
  Lane,
  LineNow,
  Predicted,
  ServiceTime,
} from './fair-line.ts'
export { nextToStart } from './next-to-start.ts'
export { planLine, predictLine } from './predict-line.ts'
export { busyLane } from './service-time.ts'
