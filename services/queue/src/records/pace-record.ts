import type { Pace } from '../waits/pace.ts'

/** The pace of a queue, stored apart from it so that adding a guest neither reads nor writes it. */
export interface PaceRecord {
  /** Id of the queue. */
  readonly _id: string
  readonly organization_id: string
  readonly pace: Pace
}
