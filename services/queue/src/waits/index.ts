/** Wait estimation: pure, without a database, for the service and the simulation alike. */
export { enteredLate } from './batches.ts'
export { boundedMinutes, scoreOf } from './bounds.ts'
export { fitCorrection, OUTCOMES_KEPT, type Outcome } from './correction.ts'
export { type Estimate, type Forecast, forecast } from './estimate.ts'
export { lastChange, NO_PACE, type Pace, withCorrection } from './pace.ts'
export { PARTY_BUCKETS, partyBucket } from './party-bucket.ts'
export { recordLeft, recordStart } from './record.ts'
