import { collectionOf, isDuplicateKey, organizationSchema } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import type { OrganizationStore } from '../organizations/organization-store.ts'
import { remember } from '../remember.ts'
import { nothingSet, type Settings, type SettingsRecord, settingsInForce } from './settings.ts'

const schema = organizationSchema<SettingsRecord>('settings', '_id')

/** Notification settings of organisations. */
export class SettingsStore {
  readonly #settings: mongo.Collection<SettingsRecord>
  readonly #organizations: OrganizationStore
  readonly #remembered = remember((organizationId) => this.find(organizationId))

  constructor(connection: Connection, organizations: OrganizationStore) {
    this.#settings = collectionOf(connection, schema)
    this.#organizations = organizations
  }

  /** What an organisation has set. */
  async find(organizationId: string): Promise<SettingsRecord> {
    return (await this.#settings.findOne({ _id: organizationId })) ?? nothingSet(organizationId)
  }

  /** Effective settings. */
  async read(organizationId: string): Promise<Settings> {
    const [own, organization] = await Promise.all([
      this.find(organizationId),
      this.#organizations.find(organizationId),
    ])
    return settingsInForce(own, organization)
  }

  /** As {@link read}, at most a second old; changes made in this process apply at once. */
  async recall(organizationId: string): Promise<Settings> {
    const [own = nothingSet(organizationId), organization] = await Promise.all([
      this.#remembered.recall(organizationId),
      this.#organizations.recall(organizationId),
    ])
    return settingsInForce(own, organization)
  }

  /** False if they were changed meanwhile. */
  async replace({ _id, version }: SettingsRecord, after: SettingsRecord): Promise<boolean> {
    try {
      const done = await this.#settings.replaceOne({ _id, version }, after, { upsert: version === 0 })
      return done.matchedCount + done.upsertedCount === 1
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return false
    } finally {
      this.#remembered.forget(_id)
    }
  }
}
