import { collectionOf, collectionSchema, servedOrganization } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'

interface WatermarkRecord {
  readonly _id: string
  readonly at: Date
}

const schema = collectionSchema<WatermarkRecord>('watermarks')

const MARK = 'expired-holds'

/** Expiry time up to which holds have been released, per test clock. */
export class HoldWatermark {
  readonly #marks: mongo.Collection<WatermarkRecord>

  readonly #mark: () => { readonly _id: string }

  constructor(connection: Connection) {
    this.#mark = () => {
      const served = servedOrganization(connection)
      return { _id: served === undefined ? MARK : `${served}/${MARK}` }
    }
    this.#marks = collectionOf(connection, schema)
  }

  /** Moves it forward, and returns where it was; null at first. */
  async move(to: Date, session: ClientSession): Promise<Date | null> {
    const moved = { $max: { at: to } }
    const before = await this.#marks.findOneAndUpdate(this.#mark(), moved, { session, upsert: true })
    return before?.at ?? null
  }
}
