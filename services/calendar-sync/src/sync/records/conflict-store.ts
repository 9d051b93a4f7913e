import type { CalendarConflict } from '@usher/contracts'
import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'

/** Kinds of conflicts that a person may want to review. */
export type ConflictKind = CalendarConflict['kind']

export interface ConflictRecord {
  readonly _id: string
  readonly organization_id: string
  readonly connection_id: string
  readonly booking_id: string
  readonly kind: ConflictKind
  /** Rule or error code of a refusal. */
  readonly code: string | null
  readonly at: Date
}

const KEPT_SECONDS = 30 * 86_400

const schema = organizationSchema<ConflictRecord>('conflicts')
  .index({ organization_id: 1, connection_id: 1, at: -1, _id: 1 })
  .index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS })

type Of = Pick<ConflictRecord, 'organization_id' | 'connection_id' | 'booking_id'>

/** Conflicts between the two sides and how they were resolved: one of each kind per booking, the latest. */
export class ConflictStore {
  readonly #conflicts: mongo.Collection<ConflictRecord>

  constructor(connection: Connection) {
    this.#conflicts = collectionOf(connection, schema)
  }

  async note(of: Of, kind: ConflictKind, at: Date, code: string | null = null, session?: ClientSession) {
    const { organization_id, connection_id, booking_id } = of
    const filter = { _id: `${connection_id}:${booking_id}:${kind}` }
    const update = { $set: { organization_id, connection_id, booking_id, kind, code, at } }
    await this.#conflicts.updateOne(filter, update, { upsert: true, ...(session && { session }) })
  }

  /**
   * Newest first.
   *
   * @param after the last item of the page before
   */
  async list(
    organizationId: string,
    connectionId: string,
    { after, limit }: { readonly after?: Pick<ConflictRecord, 'at' | '_id'>; readonly limit: number },
  ): Promise<ConflictRecord[]> {
    const next = after && { $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $gt: after._id } }] }
    const filter = { organization_id: organizationId, connection_id: connectionId, ...next }
    return await this.#conflicts.find(filter).sort({ at: -1, _id: 1 }).limit(limit).toArray()
  }

  /** Sets which bookings other events overlap now, and deletes overlaps that ended. */
  async setOverlaps(of: Omit<Of, 'booking_id'>, bookingIds: readonly string[], at: Date): Promise<void> {
    const { organization_id, connection_id } = of
    const resolved = {
      organization_id,
      connection_id,
      kind: 'overlap' as const,
      booking_id: { $nin: [...bookingIds] },
    }
    await this.#conflicts.deleteMany(resolved)
    for (const booking_id of bookingIds) await this.note({ ...of, booking_id }, 'overlap', at)
  }

  async deleteOfConnection(connectionId: string, session: ClientSession): Promise<void> {
    await this.#conflicts.deleteMany({ connection_id: connectionId }, { session })
  }
}

/** A conflict as returned by the API. */
export const presentConflict = ({ booking_id, kind, code, at }: ConflictRecord): CalendarConflict => ({
  booking_id,
  kind,
  code,
  at: at.toISOString(),
})
