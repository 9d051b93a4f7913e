import { nativeCollection, notFound } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'

/** A time that is kept for a while for somebody who has yet to decide. */
export interface HoldRecord {
  readonly _id: string
  readonly organization_id: string
  readonly service_type_id: string
  readonly provider_id: string
  readonly start: Date
  readonly end: Date
  readonly seats: number
  readonly expires_at: Date
  readonly created_at: Date
}

/** How long an expired hold is known as expired. */
const REMEMBER_SECONDS = 24 * 3_600

const schema = new Schema<HoldRecord>(
  { _id: String, organization_id: String, expires_at: Date },
  { collection: 'holds', versionKey: false, strict: false },
)
  .index({ organization_id: 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: REMEMBER_SECONDS })

/** The holds of organisations. */
export class HoldStore {
  readonly #holds: mongo.Collection<HoldRecord>

  constructor(connection: Connection) {
    this.#holds = nativeCollection(connection.model<HoldRecord>('Hold', schema))
  }

  async insert(record: HoldRecord, session: ClientSession): Promise<void> {
    await this.#holds.insertOne(record, { session })
  }

  /** Takes a hold away and gives it. @throws ProblemError `not_found` */
  async take(organizationId: string, id: string, session: ClientSession): Promise<HoldRecord> {
    const wanted = { _id: id, organization_id: organizationId }
    const found = await this.#holds.findOneAndDelete(wanted, { session })
    if (!found) throw notFound('hold')
    return found
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    await this.#holds.deleteMany({ organization_id: organizationId })
  }
}
