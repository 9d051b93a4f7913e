import { type ClientSession, type Connection, Schema } from 'mongoose'
import type { OAuthClient } from './oauth-client.ts'

const schema = new Schema<OAuthClient>(
  {
    _id: String,
    organization_id: String,
    name: String,
    type: String,
    redirect_uris: [String],
    scopes: [String],
    secret_sha256: String,
    created_by: String,
    created_at: Date,
    updated_at: Date,
    version: Number,
  },
  { collection: 'oauth_clients', versionKey: false },
).index({ organization_id: 1, _id: 1 })

export type OAuthClientStore = ReturnType<typeof createOAuthClientStore>

/** Stores partners' applications. */
export function createOAuthClientStore(connection: Connection) {
  const clients = connection.model<OAuthClient>('OAuthClient', schema)
  const one = (organizationId: string, id: string) => ({ _id: id, organization_id: organizationId })
  return {
    /** Regardless of the owner: applications also act for other organisations whose members consented. */
    findAny: (id: string) => clients.findById(id).lean<OAuthClient>(),
    /** Names of applications among the given ids, whoever owns them. */
    named: (ids: readonly string[]) =>
      clients.find({ _id: { $in: ids } }, { name: 1 }).lean<Pick<OAuthClient, '_id' | 'name'>[]>(),
    find: (organizationId: string, id: string, session?: ClientSession) =>
      clients.findOne(one(organizationId, id), null, { session: session ?? null }).lean<OAuthClient>(),
    /** An organisation's clients, oldest first. */
    list: (organizationId: string, { afterId, limit }: { afterId: string | undefined; limit: number }) =>
      clients
        .find({ organization_id: organizationId, ...(afterId && { _id: { $gt: afterId } }) })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<OAuthClient[]>(),
    async insert(client: OAuthClient, session?: ClientSession): Promise<void> {
      await clients.create([client], { session: session ?? null })
    },
    async replace(client: OAuthClient, session: ClientSession): Promise<void> {
      await clients.replaceOne(one(client.organization_id, client._id), client, { session })
    },
    idsOf: async (organizationId: string, session: ClientSession): Promise<string[]> =>
      (await clients.find({ organization_id: organizationId }, { _id: 1 }, { session }).lean()).map(
        ({ _id }) => _id,
      ),
    async deleteAllOf(organizationId: string, session: ClientSession): Promise<number> {
      return (await clients.deleteMany({ organization_id: organizationId }, { session })).deletedCount
    },
    async delete({ organization_id, _id }: OAuthClient, session: ClientSession): Promise<void> {
      await clients.deleteOne(one(organization_id, _id), { session })
    },
  }
}
