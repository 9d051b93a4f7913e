import { nativeCollection } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { Pace } from '../waits/pace.ts'
import { type PaceRecord, paceModel } from './pace-record.ts'

/** The paces of all queues. */
export class PaceStore {
  readonly #paces: mongo.Collection<PaceRecord>

  constructor(connection: Connection) {
    this.#paces = nativeCollection(paceModel(connection))
  }

  async of(queueId: string): Promise<Pace | undefined> {
    return (await this.#paces.findOne({ _id: queueId }))?.pace
  }

  async replace(records: readonly PaceRecord[], session: ClientSession): Promise<void> {
    await this.#paces.bulkWrite(records.map(replacement), { session })
  }
}

const replacement = (record: PaceRecord) => ({
  replaceOne: { filter: { _id: record._id }, replacement: record, upsert: true },
})
