import { newId, type SecretKey, unseal } from '@usher/service-kit'
import type { ClientSession, mongo } from 'mongoose'
import type { AdapterPayload } from 'oidc-provider'
import type { Artifact } from './artifact.ts'
import { type Grant, grantedScopes } from './grant.ts'

/** Selects the grants of an organisation, of one of its members, or a single one. */
export interface GrantFilter {
  readonly organizationId: string
  readonly memberId?: string | undefined
  readonly id?: string | undefined
}

/** The revoked grants, and their access tokens (hex SHA-256 of each jti), which gateways may have cached. */
export interface EndedGrants {
  readonly grants: readonly Grant[]
  readonly accessTokens: readonly string[]
}

const matching = ({ organizationId, memberId, id }: GrantFilter) => ({
  organization_id: organizationId,
  ...(memberId !== undefined && { member_id: memberId }),
  // A grant without a public id is still being stored by the server.
  public_id: id ?? { $exists: true },
})

/** Grants to applications, stored among the artifacts of the OAuth server. */
export class GrantStore {
  readonly #artifacts: mongo.Collection<Artifact>
  readonly #keys: readonly SecretKey[]

  constructor(artifacts: mongo.Collection<Artifact>, keys: readonly SecretKey[]) {
    this.#artifacts = artifacts
    this.#keys = keys
  }

  /** Sets the owner of a stored grant; its public id, once set, stays. */
  async setOwner(
    _id: string,
    owner: Pick<Artifact, 'grant_id' | 'member_id' | 'organization_id'>,
  ): Promise<void> {
    const public_id = { $ifNull: ['$public_id', newId('oauthGrant')] }
    await this.#artifacts.updateOne({ _id }, [{ $set: { ...owner, public_id } }])
  }

  /** Makes the tokens of a stored grant open test data. */
  async openTestData(_id: string): Promise<void> {
    await this.#artifacts.updateOne({ _id }, { $set: { livemode: false } })
  }

  /** Whether the tokens of a grant open test data. */
  async opensTestData(_id: string): Promise<boolean> {
    return (await this.#artifacts.findOne({ _id, livemode: false }, { projection: { _id: 1 } })) !== null
  }

  /** Newest first. */
  async list(
    filter: GrantFilter,
    { beforeId, limit }: { beforeId: string | undefined; limit: number },
  ): Promise<Grant[]> {
    const before = beforeId === undefined ? {} : { public_id: { $lt: beforeId } }
    const found = await this.#artifacts
      .find({ ...matching(filter), ...before })
      .sort({ public_id: -1 })
      .limit(limit)
      .toArray()
    return found.map((one) => this.#open(one))
  }

  /** Whether any member of an organisation has a grant for an application. */
  async has(organizationId: string, clientId: string): Promise<boolean> {
    const ofClient = { ...matching({ organizationId }), client_id: clientId }
    return (await this.#artifacts.findOne(ofClient, { projection: { _id: 1 } })) !== null
  }

  /** Deletes grants and all artifacts that belong to them. */
  async delete(filter: GrantFilter, session: ClientSession): Promise<EndedGrants> {
    const found = await this.#artifacts.find(matching(filter), { session }).toArray()
    // Skip null: client-credentials tokens have no grant, and belong to any organisation.
    const ofThem = { grant_id: { $in: found.flatMap(({ grant_id }) => grant_id ?? []) } }
    const tokens = await this.#artifacts
      .find({ ...ofThem, model: 'AccessToken' }, { projection: { _id: 1 }, session })
      .toArray()
    await this.#artifacts.deleteMany(ofThem, { session })
    return {
      grants: found.map((one) => this.#open(one)),
      accessTokens: tokens.map(({ _id }) => _id.slice('AccessToken:'.length)),
    }
  }

  #open(found: Artifact): Grant {
    const payload = JSON.parse(unseal(found.payload, this.#keys)) as AdapterPayload
    return {
      id: found.public_id ?? '',
      organization_id: found.organization_id ?? '',
      member_id: found.member_id ?? '',
      client_id: found.client_id ?? '',
      scopes: grantedScopes(payload),
      created_at: new Date((payload.iat ?? 0) * 1000),
    }
  }
}
