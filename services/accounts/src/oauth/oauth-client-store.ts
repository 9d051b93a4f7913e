import { ALL_SCOPES, CLI_CLIENT_ID, NEWEST_API_VERSION } from '@usher/contracts'
import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { OAuthClient } from './oauth-client.ts'

const schema = organizationSchema<OAuthClient>('oauth_clients')
  .index({ organization_id: 1, _id: 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

const one = (organizationId: string | null, id: string) => ({ _id: id, organization_id: organizationId })

/** Stores partners' applications. */
export class OAuthClientStore {
  readonly #clients: mongo.Collection<OAuthClient>

  constructor(connection: Connection) {
    this.#clients = collectionOf(connection, schema)
  }

  /** Regardless of the owner: applications also act for other organisations whose members consented. */
  async findAny(id: string): Promise<OAuthClient | null> {
    return id === CLI_CLIENT._id ? CLI_CLIENT : await this.#clients.findOne({ _id: id })
  }

  /** Names of applications among the given ids, whoever owns them. */
  async named(ids: readonly string[]): Promise<Pick<OAuthClient, '_id' | 'name'>[]> {
    const found = await this.#clients.find({ _id: { $in: [...ids] } }, { projection: { name: 1 } }).toArray()
    return ids.includes(CLI_CLIENT._id) ? [...found, CLI_CLIENT] : found
  }

  /** Those of the given applications that registered themselves, whoever owns them. */
  async selfRegistered(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.#clients
      .find({ _id: { $in: [...ids] }, self_registered: true }, { projection: { _id: 1 } })
      .toArray()
    return new Set(found.map(({ _id }) => _id))
  }

  async find(organizationId: string, id: string, session?: ClientSession): Promise<OAuthClient | null> {
    return await this.#clients.findOne(one(organizationId, id), session && { session })
  }

  /** An organisation's clients, oldest first. */
  async list(
    organizationId: string,
    { afterId, limit }: { afterId: string | undefined; limit: number },
  ): Promise<OAuthClient[]> {
    return await this.#clients
      .find({ organization_id: organizationId, ...(afterId && { _id: { $gt: afterId } }) })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray()
  }

  async count(
    organizationId: string,
    options: { readonly session: ClientSession; readonly limit: number },
  ): Promise<number> {
    return await this.#clients.countDocuments({ organization_id: organizationId }, options)
  }

  async insert(client: OAuthClient, session?: ClientSession): Promise<void> {
    await this.#clients.insertOne(client, session && { session })
  }

  async replace(client: OAuthClient, session: ClientSession): Promise<void> {
    await this.#clients.replaceOne(one(client.organization_id, client._id), client, { session })
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
    await this.#clients.updateOne(
      { ...one(null, id), self_registered: true },
      { $set: { ...owner, expires_at: null } },
    )
    return (await this.find(owner.organization_id, id)) !== null
  }

  async idsOf(organizationId: string, session: ClientSession): Promise<string[]> {
    const found = await this.#clients
      .find({ organization_id: organizationId }, { projection: { _id: 1 }, session })
      .toArray()
    return found.map(({ _id }) => _id)
  }

  async delete({ organization_id, _id }: OAuthClient, session: ClientSession): Promise<void> {
    await this.#clients.deleteOne(one(organization_id, _id), { session })
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
