import { type Connection, type Model, Schema } from 'mongoose'
import { nativeCollection } from './connection.ts'
import { createLease, leaseModel } from './lease.ts'

/** What is left to a replica at rest once another has come, in ms. It makes sure of its parts before it does anything. */
const LEFT_AT_REST_MS = 3_000

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
  /** Whether it need not look again for `restMs`. */
  readonly isAtRest: boolean
}

export interface Shares {
  /**
   * Takes part in the duty, or goes on with it, and takes what is free of its share.
   *
   * @param mayRest there is nothing to do
   */
  look(mayRest?: boolean): Promise<Share>
  giveBack(parts: readonly number[]): Promise<void>
  /** Takes no part any more. Whoever ends without it is left out once `ttlMs` have passed. */
  leave(): Promise<void>
}

/**
 * Shares the parts of a duty evenly among the replicas that take part in it: a part belongs to one of them, and passes to
 * another once that one has given it back or has not looked for `ttlMs`. Times are the database's own.
 *
 * One that has been alone for `restMs` and rests holds its parts for `restMs`, so that it need not look each second. One that comes
 * then shortens that to `LEFT_AT_REST_MS`, and takes over; one that is alive takes part again at its next look. The other does not
 * rest before that, or both would take over from each other again and again.
 *
 * @param duty its name; those who take part hold leases `DUTY/OWNER`
 * @param owner name of this replica, which no other has
 */
export function createShares(
  connection: Connection,
  duty: string,
  owner: string,
  { parts, ttlMs, restMs = ttlMs }: Terms,
): Shares {
  const records = nativeCollection(sharesModel(connection))
  const leases = nativeCollection(leaseModel(connection))
  const membership = createLease(connection, `${duty}/${owner}`, owner, ttlMs)
  let isAlone = false
  /** When another was last there, by the monotonic clock. */
  let metAt = Number.NEGATIVE_INFINITY

  const members = async () => {
    // "0" follows "/", so that these are all names that begin with the duty and a slash.
    const ofDuty = { $match: { _id: { $gt: `${duty}/`, $lt: `${duty}0` } } }
    const isLive = { $gt: ['$expires_at', '$$NOW'] }
    const isAtRest = { $gt: ['$expires_at', { $add: ['$$NOW', ttlMs] }] }
    const states = { $project: { owner: 1, isLive, isAtRest } }
    const all = await leases.aggregate<Member>([ofDuty, states, { $sort: { _id: 1 } }]).toArray()
    const gone = all.filter((one) => !one.isLive).map(({ _id }) => _id)
    if (gone.length > 0)
      await leases.deleteMany({ _id: { $in: gone }, $expr: { $lt: ['$expires_at', '$$NOW'] } })
    return all.filter((one) => one.isLive)
  }
  /** Ends the long leases of those at rest; who has looked meanwhile has longer. */
  const shorten = async (resting: readonly Member[]) => {
    const stillResting = { $expr: { $gt: ['$expires_at', { $add: ['$$NOW', ttlMs] }] } }
    await leases.updateMany({ _id: { $in: resting.map(({ _id }) => _id) }, ...stillResting }, [
      { $set: { expires_at: { $add: ['$$NOW', LEFT_AT_REST_MS] } } },
    ])
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
    async look(mayRest = false) {
      const rests = mayRest && isAlone
      await membership.hold(rests ? restMs : ttlMs)
      const [live, held] = [await members(), await owners()]
      const all = live.map((one) => one.owner)
      if (all.length > 1) metAt = performance.now()
      isAlone = performance.now() - metAt > restMs
      if (rests && !isAlone) await membership.hold()
      const resting = live.filter((one) => one.isAtRest && one.owner !== owner)
      if (resting.length > 0) await shorten(resting)
      const share = { own: [] as number[], surplus: [] as number[], isAtRest: rests && isAlone }
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

interface Terms {
  readonly parts: number
  readonly ttlMs: number
  /** `ttlMs` unless given: then nobody rests. */
  readonly restMs?: number
}

interface Member {
  readonly _id: string
  readonly owner: string
  readonly isLive: boolean
  readonly isAtRest: boolean
}
