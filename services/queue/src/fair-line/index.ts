/** The rules of one line for bookings and walk-ins, without a database: what the simulation of venues uses, too. */
export type {
  Decision,
  Entry,
  FairRules,
  Lane,
  LineNow,
  ServiceTime,
} from './fair-line.ts'
export { busyLane } from './lane.ts'
export { nextToStart } from './next-to-start.ts'
export { predictLine } from './predict-line.ts'
