import {
  collectionOf,
  collectionSchema,
  type Erasing,
  MatchingStore,
  type PersonalData,
  PersonalDataStore,
} from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import { type ConnectionRecord, presentConnection } from './connection.ts'

const schema = collectionSchema<ConnectionRecord>('connections')
  .index({ organization_id: 1, provider_id: 1 }, { unique: true })
  .index({ organization_id: 1, _id: 1 })
  .index({ 'account.subject': 1 })

/** Connections of organisations; nothing else accesses the collection. */
export class ConnectionStore extends MatchingStore<ConnectionRecord> {
  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'connection')
  }

  async findOfProvider(
    organizationId: string,
    providerId: string,
    session?: ClientSession,
  ): Promise<ConnectionRecord | null> {
    const filter = { organization_id: organizationId, provider_id: providerId }
    return await this.collection.findOne(filter, session && { session })
  }

  /** Updates fields of the connection as read; false if it is gone or its owners changed it meanwhile. */
  async change(
    { _id, organization_id, version }: ConnectionRecord,
    fields: Partial<ConnectionRecord>,
    session?: ClientSession,
  ): Promise<boolean> {
    const asItWas = { _id, organization_id, version }
    const update = { $set: { ...fields, version: version + 1 } }
    return (await this.collection.updateOne(asItWas, update, session && { session })).matchedCount === 1
  }

  /**
   * Locks the connection until the transaction commits: another that locks or deletes it conflicts. False if it is
   * gone.
   */
  async lock({ _id }: Pick<ConnectionRecord, '_id'>, session: ClientSession): Promise<boolean> {
    const update = { $inc: { locks: 1 } }
    return (await this.collection.updateOne({ _id }, update, { session })).matchedCount === 1
  }

  /** Notes a completed sync, which is no change visible to owners. */
  async noteSynced({ _id }: Pick<ConnectionRecord, '_id'>, at: Date): Promise<void> {
    await this.collection.updateOne({ _id }, { $set: { synced_at: at } })
  }

  /** Whether any organisation has connected an account: Google revokes an account's access as a whole. */
  async hasAccount(subject: string): Promise<boolean> {
    return (
      (await this.collection.findOne({ 'account.subject': subject }, { projection: { _id: 1 } })) !== null
    )
  }

  /**
   * Leases the refresh of tokens, by the database's clock; false while another replica has the lease, or if the
   * tokens changed.
   */
  async leaseRefresh({ _id, token_version }: ConnectionRecord, ms: number): Promise<boolean> {
    const free = { _id, token_version, $expr: { $lt: ['$refresh_leased_until', '$$NOW'] } }
    const lease = [{ $set: { refresh_leased_until: { $add: ['$$NOW', ms] } } }]
    return (await this.collection.updateOne(free, lease)).matchedCount === 1
  }

  async endRefresh({ _id, token_version }: ConnectionRecord): Promise<void> {
    await this.collection.updateOne({ _id, token_version }, { $set: { refresh_leased_until: new Date(0) } })
  }

  /** Replaces the tokens that were read, both at once; false if they changed meanwhile. */
  async saveTokens(
    { _id, token_version }: ConnectionRecord,
    tokens: string,
    access_expires_at: Date,
  ): Promise<boolean> {
    const update = {
      $set: { tokens, access_expires_at, refresh_leased_until: new Date(0) },
      $inc: { token_version: 1 },
    }
    return (await this.collection.updateOne({ _id, token_version }, update)).matchedCount === 1
  }

  /**
   * Connections hold accounts of staff: they are exported with their organisation, without tokens.
   *
   * @param disconnect deletes connections and has access at Google revoked
   */
  personalData(
    disconnect: (found: readonly ConnectionRecord[], erasing: Erasing) => Promise<void>,
  ): PersonalData {
    return new PersonalDataStore(this.collection, {
      exported: {
        as: (found) => found.map((record) => ({ type: 'calendar_connection', ...presentConnection(record) })),
      },
      closed: { by: disconnect },
    })
  }
}
