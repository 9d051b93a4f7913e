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

/** The second factor as it was read: one that was begun anew since is another. */
type Known = Pick<SecondFactor, '_id' | 'organization_id' | 'secret'>

const same = ({ _id, organization_id, secret }: Known) => ({ _id, organization_id, secret })

/** The second factors in the database; those switched off are deleted. */
export function createSecondFactorStore(connection: Connection) {
  const factors = connection.model<SecondFactor>('SecondFactor', schema)
  const update = async (filter: object, change: object, session: ClientSession): Promise<boolean> => {
    const { matchedCount } = await factors.updateOne(filter, change, { session })
    return matchedCount === 1
  }
  return {
    /** The second factor of a member, also one that is not switched on yet. */
    find: (organizationId: string, memberId: string, session?: ClientSession) =>
      factors
        .findOne({ _id: memberId, organization_id: organizationId }, null, { session: session ?? null })
        .lean<SecondFactor>(),
    /** Puts one that is not switched on in the place of another such. */
    async begin(factor: SecondFactor, session: ClientSession): Promise<void> {
      await factors.replaceOne({ _id: factor._id }, factor, { upsert: true, session })
    },
    /** False where it is on already. */
    switchOn: (factor: Known, change: Partial<SecondFactor>, session: ClientSession) =>
      update({ ...same(factor), confirmed_at: null }, { $set: change }, session),
    /** Uses up the code of a time step; false where it or a later one was used before. */
    useStep: (factor: Known, step: number, session: ClientSession) =>
      update({ ...same(factor), last_step: { $lt: step } }, { $set: { last_step: step } }, session),
    /** Uses up a recovery code; false where there is none such. */
    useRecoveryCode: (factor: Known, sha256: string, session: ClientSession) =>
      update({ ...same(factor), recovery_codes: sha256 }, { $pull: { recovery_codes: sha256 } }, session),
    setRecoveryCodes: (factor: Known, recovery_codes: readonly string[], session: ClientSession) =>
      update(same(factor), { $set: { recovery_codes } }, session),
    async deleteAllOf(organizationId: string, session: ClientSession): Promise<number> {
      return (await factors.deleteMany({ organization_id: organizationId }, { session })).deletedCount
    },
    async delete(organizationId: string, memberId: string, session: ClientSession): Promise<void> {
      await factors.deleteOne({ _id: memberId, organization_id: organizationId }, { session })
    },
  }
}
