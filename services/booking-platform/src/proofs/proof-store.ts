import { nativeCollection } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'

/** A proof that was used, until its challenge expires. */
interface UsedProof {
  /** Nonce of the challenge. */
  readonly _id: string
  readonly expires_at: Date
}

const schema = new Schema<UsedProof>(
  { _id: String, expires_at: Date },
  { collection: 'used_proofs', versionKey: false },
).index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** Proofs that were used: each counts once. */
export class ProofStore {
  readonly #used: mongo.Collection<UsedProof>

  constructor(connection: Connection) {
    this.#used = nativeCollection(connection.model<UsedProof>('UsedProof', schema))
  }

  /** Records that a proof is used; false if it was. Of two at once, one conflicts and finds it used. */
  async take(proof: UsedProof, session: ClientSession): Promise<boolean> {
    if (await this.#used.findOne({ _id: proof._id }, { session })) return false
    await this.#used.insertOne(proof, { session })
    return true
  }
}
