import { ALL_SCOPES, CLI_CLIENT_ID, NEWEST_API_VERSION } from '@usher/contracts'
import { collectionOf, organizationSchema, VersionedStore } from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import type { OAuthClient } from './oauth-client.ts'

const schema = organizationSchema<OAuthClient>('oauth_clients')
  .index({ organization_id: 1, _id: 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** Stores partners' applications. */
export class OAuthClientStore extends VersionedStore<OAuthClient> {
  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'OAuth client')
  }

  /** Regardless of the owner: applications also act for other organisations whose members consented. */
  async findAny(id: string): Promise<OAuthClient | null> {
    return id === CLI_CLIENT._id ? CLI_CLIENT : await this.collection.findOne({ _id: id })
  }

  /** Names of applications among the given ids, whoever owns them. */
  async named(ids: readonly string[]): Promise<Pick<OAuthClient, '_id' | 'name'>[]> {
    const found = await this.collection
      .find({ _id: { $in: [...ids] } }, { projection: { name: 1 } })
      .toArray()
    return ids.includes(CLI_CLIENT._id) ? [...found, CLI_CLIENT] : found
  }

  /** Those of the given applications that registered themselves, whoever owns them. */
  async selfRegistered(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.collection
      .find({ _id: { $in: [...ids] }, self_registered: true }, { projection: { _id: 1 } })
      .toArray()
    return new Set(found.map(({ _id }) => _id))
  }

  /**
   * Makes a client that registered itself one of the organisation whose member lets it in.
   *
   * @returns false if it is of another organisation, or gone
   */
  async adopt(
    id: string,
    owner: { readonly organization_id: string; readonly created_by: string },
  ): Promise<boolean> {
    await this.collection.updateOne(
      { _id: id, organization_id: null, self_registered: true },
      { $set: { ...owner, expires_at: null } },
    )
    return (await this.find(owner.organization_id, id)) !== null
  }

  async idsOf(organizationId: string, session: ClientSession): Promise<string[]> {
    const found = await this.collection
      .find({ organization_id: organizationId }, { projection: { _id: 1 }, session })
      .toArray()
    return found.map(({ _id }) => _id)
  }
}

const RELEASED = new Date('2026-12-01T00:00:00Z')

/** The command line: a public client that is part of Usher, and not stored. It sends the version that it knows. */
const CLI_CLIENT: OAuthClient = {
  _id: CLI_CLIENT_ID,
  organization_id: null,
  name: 'Usher command line',
  type: 'public',
  redirect_uris: [],
  scopes: ALL_SCOPES,
  api_version: NEWEST_API_VERSION,
  secret_sha256: null,
  created_by: 'operator',
  created_at: RELEASED,
  updated_at: RELEASED,
  version: 0,
  is_device: true,
}
