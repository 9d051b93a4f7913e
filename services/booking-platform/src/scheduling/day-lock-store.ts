import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'

/** Lock on counting the bookings of a service type on a day. */
interface DayLock {
  readonly _id: string
  readonly organization_id: string
  readonly turns: number
  readonly day: Date
}

const KEPT_SECONDS = 30 * 86_400

const schema = organizationSchema<DayLock>('day_locks')
  .index({ organization_id: 1 })
  .index({ day: 1 }, { expireAfterSeconds: KEPT_SECONDS })

/** Locks by which transactions that count the bookings of one day exclude each other. */
export class DayLockStore {
  readonly #locks: mongo.Collection<DayLock>

  constructor(connection: Connection) {
    this.#locks = collectionOf(connection, schema)
  }

  /** Conflicts with all transactions that count this day of a service type. */
  async lock(
    { _id, organization_id }: Pick<ServiceTypeRecord, '_id' | 'organization_id'>,
    day: string,
    session: ClientSession,
  ): Promise<void> {
    const began = { organization_id, day: new Date(`${day}T00:00:00Z`) }
    const turn = { $inc: { turns: 1 }, $setOnInsert: began }
    await this.#locks.updateOne({ _id: `${_id} ${day}` }, turn, { session, upsert: true })
  }
}
