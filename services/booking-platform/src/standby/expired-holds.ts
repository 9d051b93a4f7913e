import { inTransaction, nativeCollection } from '@usher/service-kit'
import { type Connection, type mongo, Schema } from 'mongoose'
import type { BookingPlatformContext } from '../context.ts'
import { freedByTaken } from './freed.ts'

/** Up to when expired holds have been noted as freed time. */
interface WatermarkRecord {
  readonly _id: string
  readonly at: Date
}

const schema = new Schema<WatermarkRecord>(
  { _id: String, at: Date },
  { collection: 'watermarks', versionKey: false },
)

const HOLDS = 'expired-holds'

/** Finds holds that expired by time alone: nobody writes anything then. */
export class ExpiredHolds {
  readonly #marks: mongo.Collection<WatermarkRecord>

  constructor(connection: Connection) {
    this.#marks = nativeCollection(connection.model<WatermarkRecord>('Watermark', schema))
  }

  /** Notes the time of holds that expired since the last look, where anybody waits for it. */
  async note(ctx: BookingPlatformContext): Promise<void> {
    const now = ctx.clock.now()
    await inTransaction(ctx.connection, async (session) => {
      const mark = await this.#marks.findOne({ _id: HOLDS }, { session })
      if (mark && mark.at >= now) return
      const expired = mark ? await ctx.holds.expiredIn(mark.at, now, session) : []
      await this.#marks.updateOne({ _id: HOLDS }, { $set: { at: now } }, { session, upsert: true })
      const organizations = expired.map(({ organization_id }) => organization_id)
      const open = await ctx.standbys.organizationsWithOpen(organizations, session)
      const concerned = expired.filter(({ organization_id }) => open.has(organization_id))
      await ctx.freed.insert(
        concerned.map((hold) => freedByTaken(hold, now)),
        session,
      )
    })
  }
}
