/** Wait estimation: pure, without a database, for the service and the simulation alike. */
export { boundedMinutes, scoreOf } from './calibration.ts'
export { type Estimate, forecast } from './estimate.ts'
export { NO_PACE, type Pace, recordLeft, recordStart } from './pace.ts'
export { PARTY_BUCKETS, partyBucket } from './party-bucket.ts'
