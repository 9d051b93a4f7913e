export type { Controls as LocalGoogle } from './controls.ts'
export type { Fault, FaultKind } from './faults.ts'
export { type LocalGoogleOptions, startLocalGoogle } from './local-google.ts'
export { GOOGLE_QUOTA } from './quota.ts'
