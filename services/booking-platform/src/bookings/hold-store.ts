import {
  collectionOf,
  deriveKey,
  dueScope,
  hmacSha256,
  networksOf,
  notFound,
  organizationSchema,
  type SecretKey,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { type CountedDays, countByDay } from './count-by-day.ts'

/** A time reserved for a while, for somebody still deciding. */
export interface HoldRecord {
  readonly _id: string
  readonly organization_id: string
  readonly service_type_id: string
  readonly provider_id: string
  readonly start: Date
  readonly end: Date
  /** Day that limits count by, in the provider's time zone: YYYY-MM-DD. */
  readonly local_date: string
  readonly seats: number
  /** Whether a customer holds it on the booking page, so that they can replace it. */
  readonly online?: boolean
  /** Hashes of the networks that a customer's hold came from. */
  readonly networks?: readonly string[]
  readonly expires_at: Date
  readonly created_at: Date
}

/** A network that a hold was made from, hashed. */
export interface HashedNetwork {
  readonly hash: string
  readonly times: number
}

/** Hashes the networks of an address with a key: addresses are few enough to try them all. */
export function createNetworkHashes([newest]: readonly SecretKey[]): (address: string) => HashedNetwork[] {
  if (!newest) throw new Error('no secret key')
  const key = deriveKey(newest, 'networks of holds')
  return (address) =>
    networksOf(address).map(({ prefix, times }) => ({
      hash: hmacSha256(key, prefix).toString('base64url'),
      times,
    }))
}

/** How long an expired hold is still reported as expired. */
const REMEMBER_SECONDS = 24 * 3_600

const schema = organizationSchema<HoldRecord>('holds')
  .index({ organization_id: 1, service_type_id: 1, local_date: 1 })
  .index({ organization_id: 1, online: 1, expires_at: 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: REMEMBER_SECONDS })

/** Holds, by organisation. */
export class HoldStore {
  readonly #holds: mongo.Collection<HoldRecord>

  readonly #scope

  constructor(connection: Connection) {
    this.#holds = collectionOf(connection, schema)
    this.#scope = () => dueScope(connection)
  }

  async insert(record: HoldRecord, session: ClientSession): Promise<void> {
    await this.#holds.insertOne(record, { session })
  }

  async find(organizationId: string, id: string, session?: ClientSession): Promise<HoldRecord | null> {
    return await this.#holds.findOne({ _id: id, organization_id: organizationId }, session && { session })
  }

  /** Deletes a hold and returns it. @throws ProblemError `not_found` */
  async take(organizationId: string, id: string, session: ClientSession): Promise<HoldRecord> {
    const wanted = { _id: id, organization_id: organizationId }
    const found = await this.#holds.findOneAndDelete(wanted, { session })
    if (!found) throw notFound('hold')
    return found
  }

  /** Deletes a hold of a customer that has not expired, and returns it. */
  async takeOnline(
    organizationId: string,
    id: string,
    { now, session }: { now: Date; session: ClientSession },
  ): Promise<HoldRecord | null> {
    const wanted = { _id: id, organization_id: organizationId, online: true, expires_at: { $gt: now } }
    return await this.#holds.findOneAndDelete(wanted, { session })
  }

  /** What customers hold at the moment. */
  async onlineOf(organization_id: string, now: Date, session: ClientSession): Promise<HoldRecord[]> {
    return await this.#holds
      .find({ organization_id, online: true, expires_at: { $gt: now } }, { session })
      .toArray()
  }

  async delete(organizationId: string, id: string, session: ClientSession): Promise<void> {
    await this.#holds.deleteOne({ _id: id, organization_id: organizationId }, { session })
  }

  /** Holds that expired after a time, until another. */
  async expiredIn(after: Date, until: Date, session: ClientSession): Promise<HoldRecord[]> {
    return await this.#holds
      .find({ ...this.#scope(), expires_at: { $gt: after, $lte: until } }, { session })
      .toArray()
  }

  /** When the next hold expires. */
  async nextExpiry(now: Date): Promise<Date | undefined> {
    const next = { sort: { expires_at: 1 as const }, projection: { expires_at: 1 } }
    return (await this.#holds.findOne({ ...this.#scope(), expires_at: { $gt: now } }, next))?.expires_at
  }

  /** Number of holds of a service type per day of a range; days without any are left out. */
  async countByDay(
    { organizationId, serviceTypeId, from, to }: CountedDays,
    now: Date,
    session?: ClientSession,
  ): Promise<Map<string, number>> {
    const held = {
      organization_id: organizationId,
      service_type_id: serviceTypeId,
      local_date: { $gte: from, $lte: to },
      expires_at: { $gt: now },
    }
    return await countByDay(this.#holds, held, session)
  }
}
