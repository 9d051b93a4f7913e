import { type ClientSession, type Connection, Schema } from 'mongoose'
import type { SecondFactor } from './second-factor.ts'

const schema = new Schema<SecondFactor>(
  {
    _id: String,
    organization_id: String,
    secret: String,
    last_step: Number,
    recovery_codes: [String],
    created_at: Date,
    confirmed_at: Date,
  },
  { collection: 'second_factors', versionKey: false },
)

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>

/** The second factor as read; a new enrolment makes it a different one. */
type StoredFactor = Pick<SecondFactor, '_id' | 'organization_id' | 'secret'>

const unchanged = ({ _id, organization_id, secret }: StoredFactor) => ({ _id, organization_id, secret })

/** Stores second factors; those switched off are deleted. */
export function createSecondFactorStore(connection: Connection) {
  const factors = connection.model<SecondFactor>('SecondFactor', schema)
  const update = async (filter: object, change: object, session: ClientSession): Promise<boolean> => {
    const { matchedCount } = await factors.updateOne(filter, change, { session })
    return matchedCount === 1
  }
  return {
    /** A member's second factor, even if not switched on yet. */
    find: (organizationId: string, memberId: string, session?: ClientSession) =>
      factors
        .findOne({ _id: memberId, organization_id: organizationId }, null, { session: session ?? null })
        .lean<SecondFactor>(),
    /** Starts an enrolment, replacing an unfinished one. */
    async begin(factor: SecondFactor, session: ClientSession): Promise<void> {
      await factors.replaceOne({ _id: factor._id }, factor, { upsert: true, session })
    },
    /** False if it is already on. */
    switchOn: (factor: StoredFactor, change: Partial<SecondFactor>, session: ClientSession) =>
      update({ ...unchanged(factor), confirmed_at: null }, { $set: change }, session),
    /** Uses up the code of a time step; false if it or a later one was used. */
    useStep: (factor: StoredFactor, step: number, session: ClientSession) =>
      update({ ...unchanged(factor), last_step: { $lt: step } }, { $set: { last_step: step } }, session),
    /** Uses up a recovery code; false if it is unknown. */
    useRecoveryCode: (factor: StoredFactor, sha256: string, session: ClientSession) =>
      update(
        { ...unchanged(factor), recovery_codes: sha256 },
        { $pull: { recovery_codes: sha256 } },
        session,
      ),
    setRecoveryCodes: (factor: StoredFactor, recovery_codes: readonly string[], session: ClientSession) =>
      update(unchanged(factor), { $set: { recovery_codes } }, session),
    async deleteAllOf(organizationId: string, session: ClientSession): Promise<number> {
      return (await factors.deleteMany({ organization_id: organizationId }, { session })).deletedCount
    },
    async delete(organizationId: string, memberId: string, session: ClientSession): Promise<void> {
      await factors.deleteOne({ _id: memberId, organization_id: organizationId }, { session })
    },
  }
}
