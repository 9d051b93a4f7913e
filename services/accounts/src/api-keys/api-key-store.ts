import { apiKeyCreated } from '@usher/contracts'
import {
  appendToOutbox,
  collectionOf,
  newEvent,
  type Origin,
  type Outbox,
  organizationSchema,
  requireMatch,
  type Target,
  TenantStore,
} from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import { type ApiKey, versionOf } from './api-key.ts'

const schema = organizationSchema<ApiKey>('api_keys')
  .index({ sha256: 1 }, { unique: true })
  .index({ organization_id: 1, created_at: 1 })
  .index({ organization_id: 1, _id: 1 })

/** Stores API keys. */
export class ApiKeyStore extends TenantStore<ApiKey> {
  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'API key')
  }

  async findAny(id: string): Promise<ApiKey | null> {
    return await this.collection.findOne({ _id: id })
  }

  async findBySha256(sha256: string): Promise<ApiKey | null> {
    return await this.collection.findOne({ sha256 })
  }

  async listOf(organizationId: string): Promise<ApiKey[]> {
    return await this.collection.find({ organization_id: organizationId }).sort({ created_at: 1 }).toArray()
  }

  /** Names of an organisation's keys among the given ids, including revoked ones. */
  async named(organizationId: string, ids: readonly string[]): Promise<Pick<ApiKey, '_id' | 'name'>[]> {
    return await this.collection
      .find({ _id: { $in: [...ids] }, organization_id: organizationId }, { projection: { name: 1 } })
      .toArray()
  }

  /** Counts keys that are not revoked. */
  async count(
    organizationId: string,
    options: { readonly session: ClientSession; readonly limit: number },
  ): Promise<number> {
    const open = { organization_id: organizationId, revoked_at: null }
    return await this.collection.countDocuments(open, options)
  }

  async touch(id: string, now: Date): Promise<void> {
    await this.collection.updateOne({ _id: id }, { $set: { last_used_at: now } }, { writeConcern: { w: 1 } })
  }

  /** A key that is not revoked. */
  override async find(organizationId: string, id: string, session?: ClientSession): Promise<ApiKey | null> {
    const open = { _id: id, organization_id: organizationId, revoked_at: null }
    return await this.collection.findOne(open, session && { session })
  }

  /**
   * Marks a key as replaced, in the transaction that read it: of two concurrent rotations, one conflicts.
   */
  async replace(
    id: string,
    change: { replaced_by: string; expires_at: Date },
    session: ClientSession,
  ): Promise<void> {
    await this.collection.updateOne({ _id: id }, { $set: change }, { session })
  }

  /** Changes a key that is not revoked; returns it before and after. @throws ProblemError `not_found`, `precondition_failed` */
  async change(
    { organizationId, id, ifMatch }: Target,
    changes: Pick<Partial<ApiKey>, 'name' | 'api_version'>,
    session: ClientSession,
  ): Promise<{ before: ApiKey; after: ApiKey }> {
    const before = await this.require(organizationId, id, session)
    requireMatch(ifMatch, versionOf(before))
    const after = { ...before, ...changes, changes: (before.changes ?? 0) + 1 }
    await this.collection.updateOne(
      { _id: id },
      { $set: { ...changes, changes: after.changes } },
      { session },
    )
    return { before, after }
  }

  /** Returns the revoked key; null if it does not exist or was already revoked. */
  async markRevoked(
    key: { _id: string; organization_id?: string },
    now: Date,
    session: ClientSession,
  ): Promise<ApiKey | null> {
    return await this.collection.findOneAndUpdate(
      { ...key, revoked_at: null },
      { $set: { revoked_at: now } },
      { session, returnDocument: 'after' },
    )
  }
}

/** Inserts a key together with its event. */
export async function insertApiKey(
  session: ClientSession,
  { apiKeys, outbox }: { apiKeys: ApiKeyStore; outbox: Outbox },
  key: ApiKey,
  origin: Omit<Origin, 'organizationId'>,
): Promise<void> {
  await apiKeys.insert(key, session)
  const event = newEvent(apiKeyCreated, {
    subject: key._id,
    sequence: 1,
    time: key.created_at,
    origin: { ...origin, organizationId: key.organization_id },
    data: { id: key._id, name: key.name, scopes: [...key.scopes] },
  })
  await appendToOutbox(outbox, [event], session)
}
