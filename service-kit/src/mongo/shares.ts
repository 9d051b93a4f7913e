import { type Connection, type Model, Schema } from 'mongoose'
import { nativeCollection } from './connection.ts'
import { createLease, leaseModel } from './lease.ts'

interface SharesRecord {
  readonly _id: string
  /** Who has each part; empty text: nobody. */
  readonly owners: readonly string[]
}

const schema = new Schema<SharesRecord>(
  { _id: String, owners: [String] },
  { collection: 'shares', versionKey: false },
)

/** Who has which parts of the duties that the replicas of a service share. */
export const sharesModel = (connection: Connection): Model<SharesRecord> =>
  connection.models.Shares ?? connection.model<SharesRecord>('Shares', schema)

/** Parts that a replica has. */
export interface Share {
  /** Those that are its to do. */
  readonly own: readonly number[]
  /** Those that are another's to have: stop doing them, then give them back. */
  readonly surplus: readonly number[]
}

export interface Shares {
  /** Takes part in the duty, or goes on with it, and takes what is free of its share. */
  look(): Promise<Share>
  giveBack(parts: readonly number[]): Promise<void>
  /** Takes no part any more. Whoever ends without it is left out once `ttlMs` have passed. */
  leave(): Promise<void>
}

/**
 * Shares the parts of a duty evenly among the replicas that take part in it: a part belongs to one of them, and passes to
 * another once that one has given it back or has not looked for `ttlMs`. Times are the database's own.
 *
 * @param duty its name; those who take part hold leases `DUTY/OWNER`
 * @param owner name of this replica, which no other has
 */
export function createShares(
  connection: Connection,
  duty: string,
  owner: string,
  { parts, ttlMs }: { readonly parts: number; readonly ttlMs: number },
): Shares {
  const records = nativeCollection(sharesModel(connection))
  const leases = nativeCollection(leaseModel(connection))
  const membership = createLease(connection, `${duty}/${owner}`, owner, ttlMs)

  const members = async () => {
    // "0" follows "/", so that these are all names that begin with the duty and a slash.
    const ofDuty = { $match: { _id: { $gt: `${duty}/`, $lt: `${duty}0` } } }
    const isLive = { $project: { owner: 1, isLive: { $gt: ['$expires_at', '$$NOW'] } } }
    const all = await leases.aggregate<Member>([ofDuty, isLive, { $sort: { _id: 1 } }]).toArray()
    const gone = all.filter((one) => !one.isLive).map(({ _id }) => _id)
    if (gone.length > 0)
      await leases.deleteMany({ _id: { $in: gone }, $expr: { $lt: ['$expires_at', '$$NOW'] } })
    return all.filter((one) => one.isLive).map((one) => one.owner)
  }
  const owners = async () => {
    const found = await records.findOne({ _id: duty })
    if (found) return found.owners
    const nobody = Array.from({ length: parts }, () => '')
    await records.updateOne({ _id: duty }, { $setOnInsert: { owners: nobody } }, { upsert: true })
    return nobody
  }
  /** Whether a part has passed from the one to the other; false if somebody was first. */
  const pass = async (part: number, from: string, to: string) => {
    const place = `owners.${part}`
    return (
      (await records.updateOne({ _id: duty, [place]: from }, { $set: { [place]: to } })).modifiedCount === 1
    )
  }

  return {
    async look() {
      await membership.hold()
      const [all, held] = [await members(), await owners()]
      const share = { own: [] as number[], surplus: [] as number[] }
      for (const [part, holder] of held.entries()) {
        const isWanted = all[part % all.length] === owner
        if (holder === owner) share[isWanted ? 'own' : 'surplus'].push(part)
        else if (isWanted && !all.includes(holder) && (await pass(part, holder, owner))) share.own.push(part)
      }
      return share
    },
    async giveBack(given) {
      for (const part of given) await pass(part, owner, '')
    },
    leave: () => membership.release(),
  }
}

interface Member {
  readonly _id: string
  readonly owner: string
  readonly isLive: boolean
}
