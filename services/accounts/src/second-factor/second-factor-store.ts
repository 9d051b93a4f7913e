import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { SecondFactor } from './second-factor.ts'

const schema = organizationSchema<SecondFactor>('second_factors')

/** The second factor as read; a new enrolment makes it a different one. */
type StoredFactor = Pick<SecondFactor, '_id' | 'organization_id' | 'secret'>

const unchanged = ({ _id, organization_id, secret }: StoredFactor) => ({ _id, organization_id, secret })

/** Stores second factors; those switched off are deleted. */
export class SecondFactorStore {
  readonly #factors: mongo.Collection<SecondFactor>

  constructor(connection: Connection) {
    this.#factors = collectionOf(connection, schema)
  }

  /** A member's second factor, even if not switched on yet. */
  async find(
    organizationId: string,
    memberId: string,
    session?: ClientSession,
  ): Promise<SecondFactor | null> {
    return await this.#factors.findOne(
      { _id: memberId, organization_id: organizationId },
      session && { session },
    )
  }

  /** Starts an enrolment, replacing an unfinished one. */
  async begin(factor: SecondFactor, session: ClientSession): Promise<void> {
    await this.#factors.replaceOne({ _id: factor._id }, factor, { upsert: true, session })
  }

  /** False if it is already on. */
  async switchOn(
    factor: StoredFactor,
    change: Partial<SecondFactor>,
    session: ClientSession,
  ): Promise<boolean> {
    return await this.#update({ ...unchanged(factor), confirmed_at: null }, { $set: change }, session)
  }

  /** Uses up the code of a time step; false if it or a later one was used. */
  async useStep(factor: StoredFactor, step: number, session: ClientSession): Promise<boolean> {
    const unused = { ...unchanged(factor), last_step: { $lt: step } }
    return await this.#update(unused, { $set: { last_step: step } }, session)
  }

  /** Uses up a recovery code; false if it is unknown. */
  async useRecoveryCode(factor: StoredFactor, sha256: string, session: ClientSession): Promise<boolean> {
    const unused = { ...unchanged(factor), recovery_codes: sha256 }
    return await this.#update(unused, { $pull: { recovery_codes: sha256 } }, session)
  }

  async setRecoveryCodes(
    factor: StoredFactor,
    recovery_codes: readonly string[],
    session: ClientSession,
  ): Promise<boolean> {
    return await this.#update(unchanged(factor), { $set: { recovery_codes } }, session)
  }

  async delete(organizationId: string, memberId: string, session: ClientSession): Promise<void> {
    await this.#factors.deleteOne({ _id: memberId, organization_id: organizationId }, { session })
  }

  async #update(filter: object, change: object, session: ClientSession): Promise<boolean> {
    return (await this.#factors.updateOne(filter, change, { session })).matchedCount === 1
  }
}
