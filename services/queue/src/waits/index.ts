/** Wait estimation without a database: what the simulation of venues uses. */
export { enteredLate } from './batches.ts'
export { boundedMinutes, scoreOf } from './calibration.ts'
export { fitCorrection, MAX_OUTCOMES, type Outcome } from './correction.ts'
export { type Estimate, type Forecast, forecast } from './estimate.ts'
export { lastChange, NO_PACE, type Pace, withCorrection } from './pace.ts'
export { PARTY_BUCKETS, partyBucket } from './party-bucket.ts'
export { freePlace, takePlace } from './places.ts'
export { recordLeft, recordStart } from './record.ts'
