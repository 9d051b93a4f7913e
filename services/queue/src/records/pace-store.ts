import { nativeCollection } from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import type { Pace } from '../waits/pace.ts'
import { type PaceRecord, paceModel } from './pace-record.ts'

export interface PaceStore {
  of(queueId: string): Promise<Pace | undefined>
  replace(records: readonly PaceRecord[], session: ClientSession): Promise<void>
}

export function createPaceStore(connection: Connection): PaceStore {
  const paces = nativeCollection(paceModel(connection))
  return {
    of: async (queueId) => (await paces.findOne({ _id: queueId }))?.pace,
    async replace(records, session) {
      await paces.bulkWrite(records.map(replacement), { session })
    },
  }
}

const replacement = (record: PaceRecord) => ({
  replaceOne: { filter: { _id: record._id }, replacement: record, upsert: true },
})
