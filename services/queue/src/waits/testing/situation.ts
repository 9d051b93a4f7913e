import type { Circumstances } from '../line-model.ts'

/** One lane that is always open and set to ten minutes a party. */
export const situation: Circumstances = {
  now: 0,
  hour: 0,
  minute: 0,
  lanes: 1,
  serviceMinutes: 10,
  closesIn: Infinity,
}
