import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import type { Pace } from '../waits/pace.ts'

/** The pace of a queue, stored apart from it so that adding a guest neither reads nor writes it. */
export interface PaceRecord {
  /** Id of the queue. */
  readonly _id: string
  readonly organization_id: string
  readonly pace: Pace
}

const schema = organizationSchema<PaceRecord>('paces')
  .index({ organization_id: 1 })
  .index({ 'pace.learn_at': 1 }, { sparse: true })

export const paceCollection = (connection: Connection): mongo.Collection<PaceRecord> =>
  collectionOf(connection, schema)
