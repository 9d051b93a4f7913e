import { newId, type SecretKey, unseal } from '@usher/service-kit'
import type { ClientSession, Model } from 'mongoose'
import type { AdapterPayload } from 'oidc-provider'
import type { Artifact } from './artifact.ts'
import { type Grant, grantedScopes } from './grant.ts'

/** Whose grants are meant: of an organisation, of one of its members, or a single one. */
export interface GrantFilter {
  readonly organizationId: string
  readonly memberId?: string | undefined
  readonly id?: string | undefined
}

/** The grants that were ended, and their access tokens (hex SHA-256 of each jti) that gateways may know. */
export interface EndedGrants {
  readonly grants: readonly Grant[]
  readonly accessTokens: readonly string[]
}

const matching = ({ organizationId, memberId, id }: GrantFilter) => ({
  organization_id: organizationId,
  ...(memberId !== undefined && { member_id: memberId }),
  // A grant without a public identifier is one that the server has just begun to store.
  public_id: id ?? { $exists: true },
})

/** What members let applications do, among the things of the OAuth server. */
export function createGrantStore(artifacts: Model<Artifact>, keys: readonly SecretKey[]) {
  const open = (found: Artifact): Grant => {
    const payload = JSON.parse(unseal(found.payload, keys)) as AdapterPayload
    return {
      id: found.public_id ?? '',
      organization_id: found.organization_id ?? '',
      member_id: found.member_id ?? '',
      client_id: found.client_id ?? '',
      scopes: grantedScopes(payload),
      created_at: new Date((payload.iat ?? 0) * 1000),
    }
  }
  return {
    /** Notes on a stored grant whose it is; its public identifier stays once it has one. */
    async setOwner(_id: string, owner: Pick<Artifact, 'grant_id' | 'member_id' | 'organization_id'>) {
      const public_id = { $ifNull: ['$public_id', newId('oauthGrant')] }
      await artifacts.updateOne({ _id }, [{ $set: { ...owner, public_id } }], { updatePipeline: true })
    },
    /** Identifiers of grants that may be of a version that did not note whose they are. */
    async *withoutOwner(): AsyncGenerator<string> {
      if (!(await artifacts.exists({ grant_id: null, model: 'Grant' }))) return
      const tokens = artifacts
        .find({ model: 'RefreshToken' }, { grant_id: 1 })
        .lean<Pick<Artifact, 'grant_id'>[]>()
      for await (const { grant_id } of tokens.cursor()) if (grant_id !== null) yield grant_id
    },
    /** Newest first. */
    async list(filter: GrantFilter, { beforeId, limit }: { beforeId: string | undefined; limit: number }) {
      const before = beforeId === undefined ? {} : { public_id: { $lt: beforeId } }
      const found = await artifacts
        .find({ ...matching(filter), ...before })
        .sort({ public_id: -1 })
        .limit(limit)
        .lean<Artifact[]>()
      return found.map(open)
    },
    /** Whether anybody of an organisation lets an application act for it. */
    has: async (organizationId: string, clientId: string): Promise<boolean> =>
      (await artifacts.exists({ ...matching({ organizationId }), client_id: clientId })) !== null,
    /** Deletes grants with all that came of them. */
    async delete(filter: GrantFilter, session: ClientSession): Promise<EndedGrants> {
      const found = await artifacts.find(matching(filter), null, { session }).lean<Artifact[]>()
      // Skip null: client-credentials tokens have no grant, and belong to any organisation.
      const ofThem = { grant_id: { $in: found.flatMap(({ grant_id }) => grant_id ?? []) } }
      const tokens = await artifacts
        .find({ ...ofThem, model: 'AccessToken' }, { _id: 1 }, { session })
        .lean<Pick<Artifact, '_id'>[]>()
      await artifacts.deleteMany(ofThem, { session })
      return {
        grants: found.map(open),
        accessTokens: tokens.map(({ _id }) => _id.slice('AccessToken:'.length)),
      }
    },
  }
}
