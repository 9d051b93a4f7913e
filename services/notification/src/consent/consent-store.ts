import {
  collectionOf,
  organizationSchema,
  type PersonalData,
  PersonalDataStore,
  spellingsOf,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { ofPerson } from '../guests/guest-page.ts'
import { type ConsentRecord, presentConsent } from './consent.ts'

const schema = organizationSchema<ConsentRecord>('consents')
  .index({ organization_id: 1, _id: -1 })
  .index({ organization_id: 1, address: 1, _id: -1 })
  .index({ organization_id: 1, at: 1 })

interface Page {
  readonly address: string | undefined
  readonly beforeId: string | undefined
  readonly limit: number
}

/** The log of consents: records are only added, and deleted with the person. */
export class ConsentStore {
  readonly #consents: mongo.Collection<ConsentRecord>

  constructor(connection: Connection) {
    this.#consents = collectionOf(connection, schema)
  }

  async insertMany(records: readonly ConsentRecord[], session: ClientSession): Promise<void> {
    if (records.length > 0) await this.#consents.insertMany([...records], { session })
  }

  /** Newest first. */
  async list(organizationId: string, { address, beforeId, limit }: Page): Promise<ConsentRecord[]> {
    return await this.#consents
      .find({
        organization_id: organizationId,
        ...(address !== undefined && { address: { $in: spellingsOf(address) } }),
        ...(beforeId && { _id: { $lt: beforeId } }),
      })
      .sort({ _id: -1 })
      .limit(limit)
      .toArray()
  }

  /** Consents are personal as a whole, and prove nothing after the retention period. */
  personalData(): PersonalData {
    return new PersonalDataStore(this.#consents, {
      ofPerson: (person) => ofPerson(person, 'address'),
      exported: { as: (found) => found.map((record) => ({ type: 'consent', ...presentConsent(record) })) },
      erased: { how: 'delete' },
      retention: { since: 'at', expired: (before) => ({ at: { $lt: before } }) },
    })
  }
}
