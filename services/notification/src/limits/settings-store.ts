import { collectionOf, isDuplicateKey, organizationSchema } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import { nothingSet, type SettingsRecord } from './settings.ts'

const schema = organizationSchema<SettingsRecord>('settings', '_id')

/** Notification settings of organisations. */
export class SettingsStore {
  readonly #settings: mongo.Collection<SettingsRecord>

  constructor(connection: Connection) {
    this.#settings = collectionOf(connection, schema)
  }

  async find(organizationId: string): Promise<SettingsRecord> {
    return (await this.#settings.findOne({ _id: organizationId })) ?? nothingSet(organizationId)
  }

  /** False if they were changed meanwhile. */
  async replace({ _id, version }: SettingsRecord, after: SettingsRecord): Promise<boolean> {
    try {
      const done = await this.#settings.replaceOne({ _id, version }, after, { upsert: version === 0 })
      return done.matchedCount + done.upsertedCount === 1
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return false
    }
  }
}
