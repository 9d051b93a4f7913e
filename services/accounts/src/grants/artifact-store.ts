import { createHash } from 'node:crypto'
import { collectionOf, collectionSchema, type SecretKey, seal, unseal } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { AdapterPayload } from 'oidc-provider'
import type { Artifact } from './artifact.ts'
import { GrantStore } from './grant-store.ts'

/** An artifact as read: hex SHA-256 of its id, and its payload. */
export interface StoredArtifact {
  readonly sha256: string
  readonly payload: AdapterPayload
}

const schema = collectionSchema<Artifact>('oauth_artifacts')
  .index({ grant_id: 1, model: 1 })
  .index({ client_id: 1 })
  .index({ uid_sha256: 1 }, { sparse: true })
  .index({ user_code_sha256: 1 }, { sparse: true })
  .index({ organization_id: 1, public_id: -1 }, { sparse: true })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** Hashes an id that is a secret, for storage. */
export const hashIdentifier = (id: string): string => createHash('sha256').update(id).digest('hex')

/** Database key of an artifact. */
export const keyOfArtifact = (model: string, sha256: string): string => `${model}:${sha256}`

/** Stores tokens and other artifacts of the OAuth server: ids hashed, payloads encrypted. */
export class ArtifactStore {
  readonly grants: GrantStore
  readonly #artifacts: mongo.Collection<Artifact>
  readonly #keys: readonly SecretKey[]

  constructor(connection: Connection, keys: readonly SecretKey[]) {
    this.#artifacts = collectionOf(connection, schema)
    this.#keys = keys
    this.grants = new GrantStore(this.#artifacts, keys)
  }

  async findByHash(model: string, sha256: string): Promise<StoredArtifact | undefined> {
    const found = await this.#artifacts.findOne({ _id: keyOfArtifact(model, sha256) })
    return found ? this.#open(found) : undefined
  }

  async findByUid(model: string, uid: string): Promise<StoredArtifact | undefined> {
    const found = await this.#artifacts.findOne({ model, uid_sha256: hashIdentifier(uid) })
    return found ? this.#open(found) : undefined
  }

  async findByUserCode(model: string, userCode: string): Promise<StoredArtifact | undefined> {
    const of = { model, user_code_sha256: hashIdentifier(userCode) }
    const found = await this.#artifacts.findOne(of)
    return found ? this.#open(found) : undefined
  }

  async upsert(
    model: string,
    id: string,
    { jti, ...payload }: AdapterPayload,
    expiresAt: Date | null,
  ): Promise<void> {
    const { clientId, grantId, uid, userCode, consumed } = payload
    const stored = {
      model,
      client_id: clientId ?? null,
      grant_id: model === 'Grant' ? id : (grantId ?? null),
      uid_sha256: uid ? hashIdentifier(uid) : null,
      ...(userCode && { user_code_sha256: hashIdentifier(userCode) }),
      // A device code is found by what a person enters, so its id must be known to write it again.
      payload: seal(JSON.stringify(userCode ? { ...payload, jti } : payload), this.#keys),
      consumed: typeof consumed === 'number' ? consumed : null,
      expires_at: expiresAt,
    }
    const _id = keyOfArtifact(model, hashIdentifier(id))
    // A retry saves the same refresh token again, which may have been used meanwhile.
    const change = model === 'RefreshToken' ? { $setOnInsert: stored } : { $set: stored }
    await this.#artifacts.updateOne({ _id }, change, { upsert: true })
  }

  /** Records a poll for a device code; returns when the one before was. */
  async notePoll(id: string, polled_at: Date): Promise<Date | undefined> {
    const _id = keyOfArtifact('DeviceCode', hashIdentifier(id))
    const before = await this.#artifacts.findOneAndUpdate({ _id }, { $set: { polled_at } })
    return before?.polled_at
  }

  /** Marks a single-use artifact as used; false if it was used before. */
  async consume(model: string, id: string, seconds: number): Promise<boolean> {
    const unused = { _id: keyOfArtifact(model, hashIdentifier(id)), consumed: null }
    return (await this.#artifacts.updateOne(unused, { $set: { consumed: seconds } })).matchedCount === 1
  }

  /** False if it does not exist. */
  async delete(model: string, id: string, session: ClientSession): Promise<boolean> {
    const _id = keyOfArtifact(model, hashIdentifier(id))
    return (await this.#artifacts.deleteOne({ _id }, { session })).deletedCount === 1
  }

  /** Deletes all artifacts of a model that belong to a grant; returns them. */
  async deleteOfGrant(model: string, grantId: string, session: ClientSession): Promise<StoredArtifact[]> {
    const of = { model, grant_id: grantId }
    const found = await this.#artifacts.find(of, { session }).toArray()
    await this.#artifacts.deleteMany(of, { session })
    return found.map((one) => this.#open(one))
  }

  async deleteOfClient(clientId: string, session: ClientSession): Promise<void> {
    await this.#artifacts.deleteMany({ client_id: clientId }, { session })
  }

  #open(found: Artifact): StoredArtifact {
    const payload = JSON.parse(unseal(found.payload, this.#keys)) as AdapterPayload
    const sha256 = found._id.slice(found.model.length + 1)
    return { sha256, payload: { ...payload, ...(found.consumed !== null && { consumed: found.consumed }) } }
  }
}
