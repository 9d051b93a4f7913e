import type { Connection, mongo } from 'mongoose'
import { collectionOf, collectionSchema } from './connection.ts'
import { createLease, leaseCollection } from './lease.ts'

/**
 * How long a resting replica keeps its parts once another has come, in ms. It checks its parts before it does
 * anything.
 */
const LEFT_AT_REST_MS = 3_000

interface SharesRecord {
  readonly _id: string
  /** Owner of each part; an empty string if none. */
  readonly owners: readonly string[]
}

const schema = collectionSchema<SharesRecord>('shares')

/** Which replica owns which parts of the duties that a service's replicas share. */
export const sharesCollection = (connection: Connection): mongo.Collection<SharesRecord> =>
  collectionOf(connection, schema)

/** Parts held by a replica. */
export interface Share {
  /** Parts to work on. */
  readonly own: readonly number[]
  /** Parts due to another replica: stop working on them, then release them. */
  readonly surplus: readonly number[]
  /** Whether it need not look again for `restMs`. */
  readonly isAtRest: boolean
}

export interface Shares {
  /**
   * Joins the duty or renews membership, and claims the free parts of its share.
   *
   * @param mayRest whether there is nothing to do
   */
  look(mayRest?: boolean): Promise<Share>
  giveBack(parts: readonly number[]): Promise<void>
  /** Leaves the duty. A replica that dies without leaving is dropped after `ttlMs`. */
  leave(): Promise<void>
}

/**
 * Shares the parts of a duty evenly among replicas: a part belongs to one, and passes to another once its owner has
 * released it or has not looked for `ttlMs`. Times are the database's.
 *
 * A replica alone for `restMs` may rest: it holds its parts for `restMs`, so that it need not look every second. A
 * newcomer shortens that to `LEFT_AT_REST_MS`, then takes over; a resting replica that is alive joins again at its
 * next look. The newcomer does not rest before that, or the two would take over from each other again and again.
 *
 * @param duty its name; members hold leases `DUTY/OWNER`
 * @param owner name of this replica, unique among them
 */
export function createShares(
  connection: Connection,
  duty: string,
  owner: string,
  { parts, ttlMs, restMs = ttlMs }: Terms,
): Shares {
  const records = sharesCollection(connection)
  const leases = leaseCollection(connection)
  const membership = createLease(connection, `${duty}/${owner}`, owner, ttlMs)
  let isAlone = false
  /** When another replica was last seen, by the monotonic clock. */
  let metAt = Number.NEGATIVE_INFINITY

  const members = async () => {
    // "0" follows "/", so this matches all names that begin with the duty and a slash.
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
  /** Shortens the long leases of resting replicas, except those renewed meanwhile. */
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
  /** Whether the part passed from one to the other; false if another replica was first. */
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
      // Owners first: each became a member before it claimed a part, so no owner is taken for dead.
      const [held, live] = [await owners(), await members()]
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
  /** Equal to `ttlMs` by default: then no member rests. */
  readonly restMs?: number
}

interface Member {
  readonly _id: string
  readonly owner: string
  readonly isLive: boolean
  readonly isAtRest: boolean
}
